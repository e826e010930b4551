"""Uses the client that openapi-generator makes in Python, and prints what it saw as JSON: client.py BASE_URL API_KEY"""

import base64
import json
import sys

import irs_client as irs

base_url, api_key = sys.argv[1:3]
configuration = irs.Configuration(host=base_url, access_token=api_key)
client = irs.ApiClient(configuration)
templates, renders, batches = irs.TemplatesApi(client), irs.RendersApi(client), irs.BatchesApi(client)

# The name has letters outside of ASCII: a pattern for it must be one that `re` can compile.
title = irs.TextLayer(type="text", id="title", name="Überschrift", x=20, y=20, width=irs.TextLayerWidth(300), height=irs.TextLayerWidth(60), text="Hi {{who}}")
group = irs.GroupLayer(type="group", id="box", width=irs.TextLayerWidth(100), height=irs.TextLayerWidth(50), children=[])
stops = [irs.LinearGradientStopsInner(color="#1b1140", position=0), irs.LinearGradientStopsInner(color="#5b2a86", position=1)]
gradient = irs.LinearGradient(type="linear-gradient", angle=90, stops=stops)
document = irs.TemplateDocument(
    width=400,
    height=irs.TemplateDocumentHeight(200),
    background=irs.TemplateDocumentBackground(irs.TemplateDocumentBackgroundAnyOf(gradient)),
    variables=[irs.Variable(irs.StringVariable(name="who", type="string", default="you"))],
    layers=[irs.Layer(group), irs.Layer(title)],
)
created = templates.create_template(irs.CreateTemplate(name="From Python", document=document))
stored = templates.get_template(created.id)
layers = [layer.actual_instance for layer in stored.document.layers]

overrides = {"Überschrift": {"text": "Grüße, {{who}}"}}
request = irs.CreateRender(template=created.id, layers=overrides, format="webp")
dry = renders.create_render(irs.CreateRender(template=created.id, layers=overrides, dry_run=True)).actual_instance
job = renders.create_render(request, wait=60).actual_instance
picture = renders.get_asset(job.id)
part = renders.get_asset(job.id, range="bytes=0-3")
preview = templates.preview_template(created.id, irs.Preview(layers=overrides))
batch = batches.create_batch(irs.CreateBatch(jobs=[request, request]))
waited = batches.wait_for_batch(batch.id, timeout=60)
signed = irs.SignedImagesApi(client).sign_images(irs.SignImages(template=created.id, layers=overrides, jobs=irs.SignImagesJobs(2)))

try:
    renders.create_render(irs.CreateRender(template=created.id, layers={"nobody": {"text": "x"}}))
    error = None
except irs.ApiException as raised:
    error = {"status": raised.status, "type": type(raised.data).__name__, "code": raised.data.code}

delivery = irs.RenderCompletedWebhook.from_json(
    json.dumps(
        {
            "eventId": f"{job.id}.done",
            "event": "render.completed",
            "type": "render.completed",
            "timestamp": "2026-03-02T09:30:01.420Z",
            "data": {**json.loads(job.to_json()), "error": None},
        }
    )
)

print(
    json.dumps(
        {
            "background": type(stored.document.background.actual_instance.actual_instance).__name__,
            "layers": [type(layer).__name__ for layer in layers],
            "name": layers[1].name,
            "dryRun": [type(dry).__name__, dry.valid],
            "render": [type(job).__name__, job.status, job.format],
            "picture": picture[8:12].decode(),
            "part": part.decode(),
            "preview": base64.b64decode(preview.image.var_base64)[1:4].decode(),
            "batch": [waited.status, waited.totals.done],
            "signed": len(signed.urls),
            "error": error,
            "webhook": [delivery.event, str(delivery.data.id) == str(job.id), delivery.data.status],
        }
    )
)
