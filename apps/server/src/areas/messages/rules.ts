import { limits } from '@tagma/contract/limits.ts'
import { codePointLength } from '@tagma/contract/primitives.ts'

// What a message may be. Pure.

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string }

/** A message's content without white space around it, or why it cannot be sent. */
export function checkContent(content: string): Checked<string> {
  const value = content.trimEnd().replace(/^\n+/, '')
  if (value.trim() === '') return { ok: false, reason: 'Message must not be empty' }
  if (value.includes('\0')) return { ok: false, reason: 'Message must not contain null bytes' }
  if (codePointLength(value) > limits.maxMessageLength) {
    return {
      ok: false,
      reason: `Message is too long: ${codePointLength(value)} characters (limit: ${limits.maxMessageLength} characters)`,
    }
  }
  return { ok: true, value }
}

// Control characters, unassigned line separators and the like have no place in one line of text.
const notInTopics = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufff9-\uffff]/u

/** A topic without white space around it, or why it cannot be one. */
export function checkTopic(topic: string): Checked<string> {
  const value = topic.trim()
  if (notInTopics.test(value)) return { ok: false, reason: 'Invalid character in topic' }
  if (codePointLength(value) > limits.maxTopicLength) {
    return { ok: false, reason: `Topic is too long (limit: ${limits.maxTopicLength} characters)` }
  }
  return { ok: true, value }
}
