import { buttons, type Buttons } from '@tagma/contract/objects/buttons.ts'
import * as z from 'zod'
import type { SubmessageRow } from '#model/message-parts.ts'

const text = z.string()
const steps = {
  poll: z.discriminatedUnion('type', [
    z.object({ type: z.literal('vote'), key: text, vote: z.literal([1, -1]) }),
    z.object({ type: z.literal('new_option'), option: text, idx: z.int().nonnegative() }),
    z.object({ type: z.literal('question'), question: text }),
  ]),
  todo: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('new_task'),
      key: z.int().nonnegative(),
      task: text,
      desc: text,
      completed: z.boolean(),
    }),
    z.object({ type: z.literal('strike'), key: text }),
    z.object({ type: z.literal('new_task_list_title'), title: text }),
  ]),
} as const

const ofAuthorAlone: ReadonlySet<string> = new Set(['question', 'new_task_list_title'])

/**
 * Returns why content is not a valid step of a widget, or undefined. `first` is the submessage that makes the widget.
 */
export function stepProblem(first: string, content: string, isAuthor: boolean): string | undefined {
  const widget = parse(first) as { widget_type?: unknown } | undefined
  if (widget?.widget_type === 'zform') return buttonsProblem(content, isAuthor)
  const schema = Object.hasOwn(steps, String(widget?.widget_type))
    ? steps[widget?.widget_type as keyof typeof steps]
    : undefined
  if (!schema) return 'The message is no poll and no to-do list.'
  const value = parse(content)
  if (value === undefined) return 'Invalid json for submessage'
  const step = schema.safeParse(value)
  if (!step.success) return `Invalid step of a ${String(widget?.widget_type)}: ${z.prettifyError(step.error)}`
  return ofAuthorAlone.has(step.data.type) && !isAuthor
    ? "You can't change this unless you are the author."
    : undefined
}

function buttonsProblem(content: string, isAuthor: boolean): string | undefined {
  if (!isAuthor) return "You can't change this unless you are the author."
  const changed = buttons.safeParse(parse(content))
  return changed.success ? undefined : `Invalid buttons: ${z.prettifyError(changed.error)}`
}

/** The buttons of a message after all its submessages, oldest first; undefined for other messages. */
export function buttonsOf(submessages: readonly SubmessageRow[], authorId: number): Buttons | undefined {
  const [first] = submessages
  const newest = submessages.findLast((step) => step.sender_id === authorId)
  if (!first || !newest || !buttons.safeParse(parse(first.content)).success) return undefined
  return buttons.safeParse(parse(newest.content)).data
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
