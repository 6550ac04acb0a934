import type { State } from '@tagma/sync/state.ts'
import { lookupsOf } from './lookups.ts'

/** Sets a text as the server will, as far as the page knows the names in it. Loads the renderer at first use. */
export async function renderLocally(content: string, state: State): Promise<string> {
  const [{ render }, { scan }, { compileLinkifiers }] = await Promise.all([
    import('@tagma/markdown/render.ts'),
    import('@tagma/markdown/scan.ts'),
    import('@tagma/markdown/linkifier.ts'),
  ])
  const rules = (state.realm_linkifiers ?? []).map(({ pattern, url_template }) => ({
    pattern,
    urlTemplate: url_template,
  }))
  const linkifiers = rules.length > 0 ? compileLinkifiers(rules) : null
  return (await render(content, { ...lookupsOf(state, scan(content)), linkifiers })).html
}
