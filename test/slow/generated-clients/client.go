// Uses the client that openapi-generator makes in Go, and prints what it saw as JSON: client BASE_URL API_KEY
package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"

	irs "example.com/irsclient"
)

func check(err error) {
	if err == nil {
		return
	}
	if failed, ok := err.(*irs.GenericOpenAPIError); ok {
		fmt.Fprintln(os.Stderr, string(failed.Body()))
	}
	panic(err)
}

func textOf(file *os.File, from, to int) string {
	_, err := file.Seek(0, io.SeekStart)
	check(err)
	bytes, err := io.ReadAll(file)
	check(err)
	return string(bytes[from:to])
}

func main() {
	configuration := irs.NewConfiguration()
	configuration.Servers = irs.ServerConfigurations{{URL: os.Args[1]}}
	client := irs.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), irs.ContextAccessToken, os.Args[2])

	title := irs.NewTextLayer("text", "title")
	title.SetText("Hi {{who}}")
	title.SetName("Überschrift")
	group := irs.NewGroupLayer("group", "box")
	gradient := irs.NewLinearGradient("linear-gradient", []irs.LinearGradientStopsInner{
		*irs.NewLinearGradientStopsInner("#1b1140", 0), *irs.NewLinearGradientStopsInner("#5b2a86", 1)})
	shaped := irs.LinearGradientAsTemplateDocumentBackgroundAnyOf(gradient)
	height := int32(200)
	document := irs.NewTemplateDocument(400, irs.TemplateDocumentHeight{Int32: &height}, []irs.Layer{
		irs.GroupLayerAsLayer(group), irs.TextLayerAsLayer(title)})
	document.SetBackground(irs.TemplateDocumentBackground{TemplateDocumentBackgroundAnyOf: &shaped})
	document.SetVariables([]irs.Variable{irs.StringVariableAsVariable(irs.NewStringVariable("who", "string"))})

	creation := irs.NewCreateTemplate(*document)
	creation.SetName("From Go")
	created, _, err := client.TemplatesAPI.CreateTemplate(ctx).CreateTemplate(*creation).Execute()
	check(err)
	stored, _, err := client.TemplatesAPI.GetTemplate(ctx, created.Id).Execute()
	check(err)
	layers := stored.Document.Layers

	overrides := map[string]map[string]interface{}{"Überschrift": {"text": "Grüße, {{who}}"}}
	request := irs.NewCreateRender(created.Id)
	request.SetLayers(overrides)
	request.SetFormat("webp")
	trial := irs.NewCreateRender(created.Id)
	trial.SetDryRun(true)
	dry, _, err := client.RendersAPI.CreateRender(ctx).CreateRender(*trial).Execute()
	check(err)
	rendered, _, err := client.RendersAPI.CreateRender(ctx).CreateRender(*request).Wait(60).Execute()
	check(err)
	job := rendered.JobBody
	picture, _, err := client.RendersAPI.GetAsset(ctx, job.Id).Execute()
	check(err)
	part, _, err := client.RendersAPI.GetAsset(ctx, job.Id).Range_("bytes=0-3").Execute()
	check(err)
	preview, _, err := client.TemplatesAPI.PreviewTemplate(ctx, created.Id).Preview(*irs.NewPreview()).Execute()
	check(err)
	previewed, err := base64.StdEncoding.DecodeString(preview.Image.Base64)
	check(err)
	both := irs.NewCreateBatch()
	both.SetJobs([]irs.CreateRender{*request, *request})
	accepted, _, err := client.BatchesAPI.CreateBatch(ctx).CreateBatch(*both).Execute()
	check(err)
	batch := accepted.BatchBody
	waited, _, err := client.BatchesAPI.WaitForBatch(ctx, batch.Id).Timeout(60).Execute()
	check(err)
	mint := irs.NewSignImages()
	mint.SetTemplate(created.Id)
	count := int32(2)
	mint.SetJobs(irs.SignImagesJobs{Int32: &count})
	signed, _, err := client.SignedImagesAPI.SignImages(ctx).SignImages(*mint).Execute()
	check(err)

	wrong := irs.NewCreateRender(created.Id)
	wrong.SetLayers(map[string]map[string]interface{}{"nobody": {"text": "x"}})
	_, response, err := client.RendersAPI.CreateRender(ctx).CreateRender(*wrong).Execute()
	failed := err.(*irs.GenericOpenAPIError).Model()
	code := failed.(irs.ValidationErrorOrDuplicateLayerNamesErrorBody).Code

	text, err := json.Marshal(job)
	check(err)
	var data map[string]interface{}
	check(json.Unmarshal(text, &data))
	data["error"] = nil
	sent, err := json.Marshal(map[string]interface{}{"eventId": job.Id + ".done", "event": "render.completed",
		"type": "render.completed", "timestamp": "2026-03-02T09:30:01.420Z", "data": data})
	check(err)
	var delivery irs.RenderCompletedWebhook
	check(json.Unmarshal(sent, &delivery))

	seen, err := json.Marshal(map[string]interface{}{
		"background": stored.Document.Background.TemplateDocumentBackgroundAnyOf.LinearGradient != nil,
		"layers":     []bool{layers[0].GroupLayer != nil, layers[1].TextLayer != nil},
		"name":       layers[1].TextLayer.GetName(),
		"dryRun":     dry.DryRunBody.Valid,
		"render":     []string{job.Status, job.Format},
		"picture":    textOf(picture, 8, 12),
		"part":       textOf(part, 0, 4),
		"preview":    string(previewed[1:4]),
		"batch":      []interface{}{waited.Status, waited.Totals.Done},
		"signed":     len(signed.Urls),
		"error":      []interface{}{response.StatusCode, code},
		"webhook":    []interface{}{delivery.Event, delivery.Data.Id == job.Id, delivery.Data.Status},
	})
	check(err)
	fmt.Println(string(seen))
}
