import type { Snapshot } from '#call/snapshot.ts'
import { presentPlayground } from './change-playgrounds.ts'

/** The code playgrounds' part of the registration response. */
export const playgroundsSnapshot: Snapshot = async ({ directory, wants }) =>
  wants('realm_playgrounds')
    ? { realm_playgrounds: directory.organization.playgrounds.map(presentPlayground) }
    : {}
