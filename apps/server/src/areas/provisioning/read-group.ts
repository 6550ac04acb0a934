import { isResource, type Resource } from './matches-filter.ts'
import { type Shapes, shapesOf } from './patch-resource.ts'
import { longestExternalId, textAt } from './read-account.ts'
import { invalid } from './scim-problem.ts'

// Reads groups from resources of SCIM. Pure.

export const groupShapes: Shapes = shapesOf({
  schemas: 'read-only',
  id: 'fixed',
  meta: 'read-only',
  externalId: 'simple',
  displayName: 'simple',
  members: 'list',
})

export interface ReadGroup {
  readonly name: string | undefined
  readonly externalId: string | undefined
  /** Undefined if the resource names none: then they stay. */
  readonly members: ReadonlySet<number> | undefined
}

const longestName = 100

/** Reads a group. `isPerson` knows the ids of people: other members are refused. */
export function readGroup(resource: Resource, isPerson: (id: number) => boolean): ReadGroup {
  const { members } = resource
  return {
    name: textAt(resource, 'displayName', longestName),
    externalId: textAt(resource, 'externalId', longestExternalId),
    members: Array.isArray(members)
      ? new Set(members.filter(isResource).map(({ value }) => personOf(String(value), isPerson)))
      : undefined,
  }
}

function personOf(value: string, isPerson: (id: number) => boolean): number {
  const id = /^\d{1,15}$/.test(value) ? Number(value) : 0
  if (!isPerson(id))
    throw invalid(
      'invalidValue',
      `There is no user with the id ${value.slice(0, 40)}. Groups have people as members only.`,
    )
  return id
}
