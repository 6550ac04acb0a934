import type { Shaper } from '#events/shaper.ts'

/** Shapes linkifiers: only for clients that understand their templates. */
export const linkifiersShaper: Shaper<'realm_linkifiers'> = {
  type: 'realm_linkifiers',
  shape: (body, viewer) =>
    viewer.capabilities.linkifier_url_template ? { key: '', shared: () => body } : undefined,
}
