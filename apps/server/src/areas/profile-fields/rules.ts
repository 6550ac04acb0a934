import { defaultExternalAccounts, type ProfileFieldType } from '@tagma/contract/objects/profile-field.ts'
import { codePointLength } from '@tagma/contract/primitives.ts'
import * as z from 'zod'
import { badRequest } from '#model/refusal.ts'

const nameLimit = 40
const hintLimit = 80
const shortTextLimit = 50
const longTextLimit = 500
const summaryLimit = 2

/** Parts of a field that its rules need. */
export interface FieldShape {
  readonly id?: number
  readonly name: string
  readonly type: ProfileFieldType
  readonly hint: string
  readonly fieldData: string
  readonly isInSummary: boolean
  readonly isForMatching: boolean
}

const options = z.record(z.string().min(1), z.object({ text: z.string().trim().min(1), order: z.string() }))

const externalAccount = z.union([
  z.object({ subtype: z.literal('custom'), url_pattern: z.string().regex(/^https?:\/\/.*%\(username\)s/) }),
  z.object({ subtype: z.enum(Object.keys(defaultExternalAccounts) as [string]) }),
])

/** Keys of the options of a list. */
export function optionsOf(field: Pick<FieldShape, 'fieldData'>): string[] {
  const parsed = options.safeParse(field.fieldData === '' ? {} : JSON.parse(field.fieldData))
  return parsed.success ? Object.keys(parsed.data) : []
}

/** Returns what is wrong with a field beside the others, or undefined. */
export function fieldProblem(field: FieldShape, others: readonly FieldShape[]): string | undefined {
  if (field.name === '') return 'Label cannot be blank.'
  if (codePointLength(field.name) > nameLimit) return `name is too long (limit: ${nameLimit} characters)`
  if (codePointLength(field.hint) > hintLimit) return `hint is too long (limit: ${hintLimit} characters)`
  if (others.some((other) => other.name.toLowerCase() === field.name.toLowerCase()))
    return 'A field with that label already exists.'
  if (field.isInSummary && field.type === 6) return 'Field type not supported for display in profile summary.'
  if (field.isInSummary && others.filter((other) => other.isInSummary).length >= summaryLimit)
    return 'Only 2 custom profile fields can be displayed in the profile summary.'
  if (field.isForMatching && field.type !== 1 && field.type !== 7)
    return 'Field type not supported for user matching.'
  return dataProblem(field)
}

function dataProblem({ type, fieldData }: FieldShape): string | undefined {
  const data: unknown = fieldData === '' ? {} : JSON.parse(fieldData)
  if (type === 3) {
    const parsed = options.safeParse(data)
    if (!parsed.success)
      return 'field_data must give each option a "text" and an "order": {"vim": {"text": "Vim", "order": "1"}}.'
    const texts = Object.values(parsed.data).map((option) => option.text)
    if (texts.length === 0) return 'Field must have at least one choice.'
    if (new Set(texts).size < texts.length) return 'Field must not have duplicate choices.'
  }
  if (type === 7 && !externalAccount.safeParse(data).success)
    return `field_data must name a subtype (${Object.keys(defaultExternalAccounts).join(', ')}), or "custom" with a url_pattern that holds %(username)s.`
  return undefined
}

/** Tells whether an id belongs to a person who can be a value. */
export type IsPerson = (id: number) => boolean

/** Returns the stored text of a value. Refuses values that do not fit the field. */
export function requireValue(
  field: FieldShape,
  value: string | readonly number[],
  isPerson: IsPerson,
): string {
  const refusal = (reason: string) => badRequest(`${field.name} ${reason}`)
  if (field.type === 6) {
    const ids = typeof value === 'string' ? parseIds(value) : value
    if (!ids) throw refusal('is not a list of user ids')
    const unknown = ids.find((id) => !isPerson(id))
    if (unknown !== undefined) throw badRequest(`Invalid user ID: ${unknown}`)
    return JSON.stringify([...new Set(ids)])
  }
  if (typeof value !== 'string') throw refusal('is not a string')
  const text = value.trim()
  const limit = field.type === 2 ? longTextLimit : shortTextLimit
  switch (field.type) {
    case 3:
      if (!optionsOf(field).includes(text))
        throw badRequest(`'${text}' is not a valid choice for '${field.name}'.`)
      return text
    case 4:
      if (!isDate(text)) throw refusal('is not a date (YYYY-MM-DD)')
      return text
    case 5:
      if (!isWebAddress(text)) throw refusal('is not a URL')
      return text
    default:
      if (codePointLength(text) > limit) throw refusal(`is too long (limit: ${limit} characters)`)
      return text
  }
}

function parseIds(text: string): number[] | undefined {
  try {
    const parsed = z.array(z.int().nonnegative()).safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && text.length <= 2048
}

/** Tells whether values of a type are rendered as Markdown. */
export const isMarkdown = (type: ProfileFieldType) => type === 1 || type === 2
