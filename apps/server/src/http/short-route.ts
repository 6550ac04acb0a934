import type { ShortAddress } from '@tagma/contract/define.ts'
import type { Route } from './endpoint-route.ts'
import { parseFields } from './parse-form.ts'

/**
 * Leads a short address of an endpoint to the endpoint's route. From then on the request is one for the endpoint's own
 * address `path`, in the router's words: a key in the path becomes a field of the query, which is never logged.
 */
export function shortRoute(address: ShortAddress, path: string, route: Route): Route {
  return (incoming) => {
    const given: Record<string, string> = {
      ...parseFields(incoming.query),
      ...address.gives,
      ...incoming.path,
    }
    const inPath: Record<string, string> = {}
    const url = path.replaceAll(/:(\w+)/g, (_, name: string) => {
      const { [name]: value = '' } = given
      inPath[name] = value
      delete given[name]
      return encodeURIComponent(value)
    })
    const query = new URLSearchParams(given).toString()
    incoming.request.url = `${url}?${query}`
    const isSilent = address.answersNothing === true && given.wait !== 'true'
    return route({ ...incoming, path: inPath, query, ...(isSilent ? { isSilent } : {}) })
  }
}
