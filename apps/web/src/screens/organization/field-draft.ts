import type { ProfileField, ProfileFieldType } from '@tagma/contract/objects/profile-field.ts'
import { fieldKinds, optionsOf } from '#parts/profile-field/field-value.ts'
import { t } from '#words/words.ts'

/** A choice of a list as it is typed. One without a key is new. */
export interface DraftChoice {
  /** Tells the rows of the form apart. */
  readonly id: number
  readonly key?: string
  readonly text: string
}

/** The switches of a field. */
export const fieldSwitches = [
  'required',
  'editable_by_user',
  'display_in_profile_summary',
  'use_for_user_matching',
] as const
export type FieldSwitch = (typeof fieldSwitches)[number]

/** A profile field as the form holds it. */
export type FieldDraft = Readonly<Record<FieldSwitch, boolean>> & {
  readonly type: ProfileFieldType
  readonly name: string
  readonly hint: string
  readonly choices: readonly DraftChoice[]
  /** The service of an account elsewhere: a name that the server knows, or `custom`. */
  readonly service: string
  readonly urlPattern: string
}

/** Characters that the server takes. */
export const fieldLimits = { name: 40, hint: 80, choice: 50 }
/** Whether a text has more characters than the server takes: an emoji is one, as there. */
const isTooLong = (text: string, most: number) => [...text.trim()].length > most

/** Fields that people's cards have room for. */
const mostOnCards = 2

/** Returns a field as the form begins with it; without one, an empty field. */
export function draftOf(field?: ProfileField): FieldDraft {
  const account = field?.type === fieldKinds.account ? accountOf(field) : {}
  return {
    type: field?.type ?? fieldKinds.shortText,
    name: field?.name ?? '',
    hint: field?.hint ?? '',
    choices: field?.type === fieldKinds.list ? optionsOf(field).map((option, id) => ({ id, ...option })) : [],
    service: account.subtype ?? 'custom',
    urlPattern: account.url_pattern ?? '',
    required: field?.required ?? false,
    editable_by_user: field?.editable_by_user ?? true,
    display_in_profile_summary: field?.display_in_profile_summary ?? false,
    use_for_user_matching: field?.use_for_user_matching ?? false,
  }
}

interface Account {
  readonly subtype?: string
  readonly url_pattern?: string
}

function accountOf({ field_data }: ProfileField): Account {
  return field_data === '' ? {} : (JSON.parse(field_data) as Account)
}

/** Returns the switches that a kind of field has. */
export const switchesOf = (type: ProfileFieldType): readonly FieldSwitch[] =>
  fieldSwitches.filter((name) => {
    if (name === 'display_in_profile_summary') return type !== fieldKinds.people
    if (name === 'use_for_user_matching') return type === fieldKinds.shortText || type === fieldKinds.account
    return true
  })

/** Returns the arguments of a call that saves a field, except its kind. Switches that the kind lacks are off. */
export function argsOf(draft: FieldDraft) {
  const offered = switchesOf(draft.type)
  const isOn = (name: FieldSwitch) => draft[name] && offered.includes(name)
  const field_data = dataOf(draft)
  return {
    name: draft.name.trim(),
    hint: draft.hint.trim(),
    ...(field_data ? { field_data } : {}),
    required: isOn('required'),
    editable_by_user: isOn('editable_by_user'),
    display_in_profile_summary: isOn('display_in_profile_summary'),
    use_for_user_matching: isOn('use_for_user_matching'),
  }
}

function dataOf({ type, choices, service, urlPattern }: FieldDraft): Record<string, unknown> | undefined {
  if (type === fieldKinds.list) return optionsFrom(choices)
  if (type !== fieldKinds.account) return undefined
  return service === 'custom' ? { subtype: service, url_pattern: urlPattern.trim() } : { subtype: service }
}

/** Gives new choices keys that none has had in this field, as far as the form knows. */
function optionsFrom(choices: readonly DraftChoice[]): Record<string, { text: string; order: string }> {
  let next = Math.max(-1, ...choices.map(({ key }) => Number(key ?? -1)).filter(Number.isInteger)) + 1
  return Object.fromEntries(
    choices
      .filter(({ text }) => text.trim() !== '')
      .map(({ key, text }, at) => [key ?? String(next++), { text: text.trim(), order: String(at + 1) }]),
  )
}

/** Returns what is wrong with a field beside the others, for people, or undefined. */
export function draftProblem(draft: FieldDraft, others: readonly ProfileField[]): string | undefined {
  const name = draft.name.trim()
  if (name === '') return t('organization.fields.name-none')
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    return t('organization.fields.name-taken', { name })
  if (isTooLong(name, fieldLimits.name)) return t('organization.fields.too-long')
  if (isTooLong(draft.hint, fieldLimits.hint)) return t('organization.fields.too-long')
  return choiceProblem(draft) ?? patternProblem(draft) ?? summaryProblem(draft, others)
}

function choiceProblem({ type, choices }: FieldDraft): string | undefined {
  if (type !== fieldKinds.list) return undefined
  const texts = choices.map(({ text }) => text.trim()).filter((text) => text !== '')
  if (texts.length === 0) return t('organization.fields.choices-none')
  if (texts.some((text) => isTooLong(text, fieldLimits.choice))) return t('organization.fields.too-long')
  return new Set(texts).size < texts.length ? t('organization.fields.choices-twice') : undefined
}

function patternProblem({ type, service, urlPattern }: FieldDraft): string | undefined {
  if (type !== fieldKinds.account || service !== 'custom') return undefined
  return /^https?:\/\/.*%\(username\)s/.test(urlPattern.trim())
    ? undefined
    : t('organization.fields.pattern-wrong')
}

function summaryProblem(draft: FieldDraft, others: readonly ProfileField[]): string | undefined {
  const onCards = others.filter((other) => other.display_in_profile_summary)
  if (!argsOf(draft).display_in_profile_summary || onCards.length < mostOnCards) return undefined
  return t('organization.fields.summary-full', { names: onCards.map(({ name }) => name).join(', ') })
}

/** Returns how many choices that a field has now would be gone. */
export function lostChoices(draft: FieldDraft, now: ProfileField | undefined): number {
  if (now?.type !== fieldKinds.list) return 0
  const kept = new Set(Object.keys(optionsFrom(draft.choices)))
  return optionsOf(now).filter(({ key }) => !kept.has(key)).length
}
