import type { EventDefinition } from '@tagma/contract/define.ts'

export const errorSlug = (code: string): string => `error-${code.toLowerCase().replaceAll('_', '-')}`

export const eventSlug = ({ type, op }: Pick<EventDefinition, 'type' | 'op'>): string =>
  `event-${type}${op === undefined ? '' : `-${op}`}`.replaceAll('_', '-').toLowerCase()

/** What an event is called in running text: `subscription`, or `subscription`/`add`. */
export const eventName = ({ type, op }: Pick<EventDefinition, 'type' | 'op'>): string =>
  op === undefined ? `\`${type}\`` : `\`${type}\`, \`op: ${op}\``

export const withoutPeriod = (text: string): string => text.trim().replace(/\.$/, '')

/** "user_groups" or "user-groups" as a heading: "User groups". */
export const headingOf = (name: string): string => {
  const words = name.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Programs read a page whole, and cut long ones off: nothing on this site is longer. */
export const longestPage = 50_000
const roomForFrame = 4_000

/** The text with objects listed as deep as the page's limit allows. */
export function withinLimit(make: (depth: number) => string): string {
  let text = ''
  for (const depth of [4, 3, 2, 1, 0]) {
    text = make(depth)
    if (text.length <= longestPage - roomForFrame) break
  }
  return text
}
