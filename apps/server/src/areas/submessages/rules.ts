import * as z from 'zod'

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

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
