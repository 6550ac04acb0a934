import type { Snapshot } from '#call/snapshot.ts'
import { presentLinkifier } from './present.ts'

/** The linkifiers' part of the registration response. */
export const linkifiersSnapshot: Snapshot = async ({ directory, wants, options }) => ({
  ...(wants('realm_linkifiers')
    ? {
        realm_linkifiers: options.capabilities.linkifier_url_template
          ? directory.organization.linkifiers.map(presentLinkifier)
          : [],
      }
    : {}),
  ...(wants('realm_filters') ? { realm_filters: [] } : {}),
})
