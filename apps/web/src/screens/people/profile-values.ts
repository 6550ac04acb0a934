import type { ProfileField } from '@tagma/contract/objects/profile-field.ts'
import type { State } from '@tagma/sync/state.ts'
import { type Person, peopleOf } from '#state/people.ts'
import { listOf } from '#words/list-of.ts'
import { locale } from '#words/words.ts'

/** The name of a field that somebody filled in, and its value as people read it. */
export interface ProfileValue {
  readonly id: number
  readonly name: string
  readonly text: string
  /** An address that the text leads to: https or http only. */
  readonly link: string | undefined
  readonly isInSummary: boolean
}

// The kinds of fields, by number.
const dropdown = 3
const date = 4
const url = 5
const users = 6
const externalAccount = 7

/** Returns what somebody filled in, in the order of the organization's fields. */
export function profileValues(state: State | undefined, person: Person): readonly ProfileValue[] {
  return (state?.custom_profile_fields ?? []).flatMap((field) => {
    const value = person.profile_data?.[String(field.id)]?.value
    if (value === undefined || value === '') return []
    const { id, name } = field
    const isInSummary = field.display_in_profile_summary === true
    return [{ id, name, isInSummary, text: textOf(state, field, value), link: linkOf(state, field, value) }]
  })
}

function textOf(state: State | undefined, { type, field_data }: ProfileField, value: string): string {
  switch (type) {
    case dropdown: {
      const options = parsed(field_data) as Readonly<Record<string, { readonly text?: string }>> | undefined
      return options?.[value]?.text ?? value
    }
    case date: {
      const day = new Date(`${value}T12:00:00Z`)
      return Number.isNaN(day.getTime())
        ? value
        : new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(day)
    }
    case users: {
      const ids = parsed(value)
      const people = peopleOf(state)
      return Array.isArray(ids) ? listOf(ids.flatMap((id) => people.get(Number(id))?.full_name ?? [])) : value
    }
    default:
      return value
  }
}

function linkOf(
  state: State | undefined,
  { type, field_data }: ProfileField,
  value: string,
): string | undefined {
  if (type === url) return safeLink(value)
  if (type !== externalAccount) return undefined
  const kind = parsed(field_data) as { readonly subtype?: string; readonly url_pattern?: string } | undefined
  const pattern =
    kind?.url_pattern ?? state?.realm_default_external_accounts?.[kind?.subtype ?? '']?.url_pattern
  return pattern === undefined
    ? undefined
    : safeLink(pattern.replace('%(username)s', encodeURIComponent(value)))
}

/** Returns an address that may be followed; undefined for scripts and the like. */
function safeLink(address: string): string | undefined {
  const found = URL.parse(address)
  return found?.protocol === 'https:' || found?.protocol === 'http:' ? found.href : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Older organizations keep values that no client wrote.
    return undefined
  }
}
