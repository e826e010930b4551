import { useEffect, useState } from "preact/hooks";
import { Button } from "./components/button.js";
import { PageHead } from "./components/page-head.js";
import { Empty, ErrorNotice, ProgressLine } from "./components/states.js";
import { states } from "./messages/en/common.js";
import { matchPath } from "./router/match-path.js";
import { path } from "./router/location.js";
import { type Page, type Route, ROUTES } from "./routes.js";
import { asError } from "./service/resources.js";
import { hasScope, signOut } from "./session/session.js";

/** The code of pages that were opened before. */
const loaded = new Map<Route, Page>();

/** The page of the current path. */
export function PageView() {
  for (const route of ROUTES) {
    const parameters = matchPath(route.pattern, path.value);
    if (parameters === undefined) continue;
    if (!route.scopes.some(hasScope)) return <NoScope scope={route.scopes[0] ?? ""} />;
    return <RoutePage key={path.value} route={route} parameters={parameters} />;
  }
  return (
    <>
      <PageHead title={states.pageMissingTitle} />
      <Empty title={states.pageMissing} action={<Button href="/studio">{states.pageMissingAction}</Button>} />
    </>
  );
}

function NoScope({ scope }: { readonly scope: string }) {
  return (
    <>
      <PageHead title={states.noScopeTitle} />
      <Empty
        title={states.noScope(scope)}
        action={<Button onClick={() => void signOut()}>{states.noScopeAction}</Button>}
      />
    </>
  );
}

function RoutePage({
  route,
  parameters,
}: {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}) {
  const [, setLoaded] = useState<Page>();
  const [error, setError] = useState<Error>();
  const load = (): void => {
    setError(undefined);
    route.load().then(
      (page) => {
        loaded.set(route, page);
        setLoaded(() => page);
      },
      (thrown: unknown) => setError(asError(thrown)),
    );
  };
  useEffect(() => {
    if (!loaded.has(route)) load();
  }, [route]);
  const Found = loaded.get(route);
  if (Found !== undefined) return <Found parameters={parameters} />;
  if (error !== undefined) return <ErrorNotice what={states.pageFailed} error={error} onRetry={load} />;
  return <ProgressLine isShown />;
}
