interface Policy {
  createScriptURL(url: string): unknown
}

let policy: Policy | undefined

/** Returns the address of a worker of the build; undefined in a page that was built without it. */
export const workerAddress = (name: 'search-worker' | 'outside-worker'): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/** Returns the address of a worker in the form that the page's policy asks for. No other scripts get it. */
export function workerScript(url: string): string {
  const types = window.trustedTypes as { createPolicy(name: string, rules: Policy): Policy } | undefined
  const createScriptURL = (asked: string) => {
    if (
      asked !== '/service-worker.js' &&
      asked !== workerAddress('search-worker') &&
      asked !== workerAddress('outside-worker')
    )
      throw new TypeError(`${asked} is no worker of this page.`)
    return asked
  }
  policy ??= types?.createPolicy('worker', { createScriptURL }) ?? { createScriptURL }
  return policy.createScriptURL(url) as string
}
