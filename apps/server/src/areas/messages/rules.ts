import { limits } from '@tagma/contract/limits.ts'
import { codePointLength } from '@tagma/contract/primitives.ts'
import { badRequest } from '#model/refusal.ts'

// Rules for the content and the topics of messages. Permissions are in packages/rules.

/**
 * Returns a message's content without surrounding white space. Refuses content that cannot be sent. Content is never
 * cut.
 */
export function requireContent(content: string): string {
  const value = content.trimEnd().replace(/^\n+/, '')
  if (value.trim() === '') throw badRequest('Message must not be empty')
  if (value.includes('\0')) throw badRequest('Message must not contain null bytes')
  const length = codePointLength(value)
  if (length > limits.maxMessageLength)
    throw badRequest(
      `Message is too long: ${length} characters (limit: ${limits.maxMessageLength} characters)`,
    )
  return value
}

// Control characters, unassigned line separators and the like do not belong in one line of text.
const notInTopics = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufff9-\uffff]/u

/** Tells whether a topic has characters that do not belong in one. */
export const isBadTopic = (topic: string) => notInTopics.test(topic.trim())

/**
 * Returns a topic to write to without surrounding white space. Longer topics are cut: bots that make topics from titles
 * expect that. Refuses characters that do not belong in a topic.
 */
export function requireTopic(topic: string): string {
  const value = topic.trim()
  if (isBadTopic(value)) throw badRequest('Invalid character in topic')
  if (codePointLength(value) <= limits.maxTopicLength) return value
  return `${[...value].slice(0, limits.maxTopicLength - 3).join('')}...`
}
