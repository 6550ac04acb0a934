import { buttons, type Buttons } from '@tagma/contract/objects/buttons.ts'
import type { UserRecord } from '#model/records.ts'

/** Tells whether a user is a person and not a bot. */
export const isPerson = (user: UserRecord | undefined): boolean => user !== undefined && user.botType === null

/** The outcome of a receiver's answer. */
export type HookAnswer =
  | { readonly kind: 'say'; readonly content: string; readonly buttons?: Buttons }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'wrong'; readonly problem: string }

/** Format of a bot's webhook: 1 generic, 2 Slack's. */
export const hookInterfaces = { generic: 1, slack: 2 } as const

/** Reads the answer of a receiver. */
export function hookAnswer(text: string, format: number): HookAnswer {
  if (text.trim() === '') return { kind: 'nothing' }
  const answer = parsed(text)
  if (answer === undefined) return { kind: 'wrong', problem: 'Invalid JSON in response' }
  if (answer === '') return { kind: 'nothing' }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    return { kind: 'wrong', problem: 'Invalid response format' }
  const fields = answer as Record<string, unknown>
  if (format === hookInterfaces.generic && fields.response_not_required === true) return { kind: 'nothing' }
  const given = format === hookInterfaces.slack ? fields.text : (fields.response_string ?? fields.content)
  const widget = format === hookInterfaces.slack ? undefined : (fields.widget_content ?? undefined)
  if ((given === undefined || given === null) && widget === undefined) return { kind: 'nothing' }
  if (typeof (given ?? '') !== 'string') return { kind: 'wrong', problem: 'Invalid response format' }
  const content = typeof given === 'string' && given.trim() !== '' ? given : ''
  if (widget === undefined) return content === '' ? { kind: 'nothing' } : { kind: 'say', content }
  const shown = buttons.safeParse(typeof widget === 'string' ? parsed(widget) : widget)
  return shown.success
    ? { kind: 'say', content, buttons: shown.data }
    : { kind: 'wrong', problem: 'Invalid widget_content in response' }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
