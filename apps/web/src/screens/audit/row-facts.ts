import type { State } from '@tagma/sync/state.ts'
import { roleNames } from '#screens/people/person-facts.tsx'
import { channelById } from '#state/channels.ts'
import { peopleOf } from '#state/people.ts'
import { t } from '#words/words.ts'
import type { AuditRow } from './audit-kinds.ts'

/** Name of whoever made a change. */
export function actorOf(
  state: State | undefined,
  { actor_kind: kind, actor_id: id, credential }: AuditRow,
): string {
  if (kind === 'user' || kind === 'bot') return personOf(state, id)
  const name = t(`audit.actor.${kind}`)
  const which = kind === 'idp' || kind === 'scim' ? credential?.replace(/^\w+ /, '') : undefined
  return which === undefined ? name : `${name} (${which})`
}

/** Name of the thing that was changed; undefined where the row has none. */
export function targetOf(
  state: State | undefined,
  { target_kind: kind, target_id: id }: AuditRow,
): string | undefined {
  if (kind === null || id === null) return undefined
  if (kind === 'user') return personOf(state, id)
  const named =
    kind === 'group'
      ? state?.realm_user_groups?.find((group) => group.id === id)?.name
      : kind === 'channel'
        ? channelById(state, id)?.name
        : undefined
  return named ?? t('audit.unknown', { id })
}

const personOf = (state: State | undefined, id: number | null) =>
  peopleOf(state).get(id ?? -1)?.full_name ?? t('audit.unknown', { id: id ?? 0 })

/** The facts of a row, each as a line: names as the server writes them, and roles by their names. */
export function factsOf({ action, detail }: AuditRow): string[] {
  if (action === 'user.role')
    return [
      t('audit.change', { name: t('person.role'), from: roleText(detail.from), to: roleText(detail.to) }),
    ]
  return linesOf(detail)
}

function linesOf(detail: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(detail).flatMap(([name, value]) => {
    if (!isRecord(value)) return isEmpty(value) ? [] : [t('audit.fact', { name, value: textOf(value) })]
    if ('from' in value && 'to' in value)
      return [t('audit.change', { name, from: textOf(value.from), to: textOf(value.to) })]
    return linesOf(value)
  })
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0

const textOf = (value: unknown): string => {
  if (value === null || value === '') return '–'
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const roleText = (role: unknown): string =>
  typeof role === 'number' && roleNames[role] !== undefined ? t(roleNames[role]) : String(role)
