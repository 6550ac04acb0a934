interface Policy {
  createScriptURL(url: string): unknown
}

let policy: Policy | undefined

/** Returns the address of the worker that searches messages; undefined in a page that was built without it. */
export const searchWorkerAddress = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="search-worker"]')?.content

/** Returns the address of a worker in the form that the page's policy asks for. No other scripts get it. */
export function workerScript(url: string): string {
  const types = window.trustedTypes as { createPolicy(name: string, rules: Policy): Policy } | undefined
  const createScriptURL = (asked: string) => {
    if (asked !== '/service-worker.js' && asked !== searchWorkerAddress())
      throw new TypeError(`${asked} is no worker of this page.`)
    return asked
  }
  policy ??= types?.createPolicy('worker', { createScriptURL }) ?? { createScriptURL }
  return policy.createScriptURL(url) as string
}
