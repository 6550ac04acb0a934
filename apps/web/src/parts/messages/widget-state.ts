/** A step of a poll or a to-do list, as the API gives it. */
export interface Step {
  readonly sender_id: number
  /** JSON. */
  readonly content: string
}

export interface Poll {
  readonly kind: 'poll'
  readonly question: string
  /** The highest number of an option that the reader has added. */
  readonly ownOptions: number
  readonly options: readonly PollOption[]
}

export interface PollOption {
  readonly key: string
  readonly text: string
  readonly voterIds: readonly number[]
}

export interface Todo {
  readonly kind: 'todo'
  readonly title: string
  readonly ownTasks: number
  readonly tasks: readonly Task[]
}

export interface Task {
  readonly key: string
  readonly text: string
  readonly description: string
  readonly isDone: boolean
}

/** Buttons of a bot. With a heading they stand in place of the message's text, as in other clients. */
export interface Buttons {
  readonly kind: 'buttons'
  readonly heading: string
  readonly choices: readonly ButtonChoice[]
}

export interface ButtonChoice {
  readonly name: string
  /** The text beside the button; may be empty. */
  readonly detail: string
  /** The message that pressing it sends, unless there is an action. */
  readonly reply: string
  readonly action: string | undefined
}

/**
 * Returns the poll, to-do list or buttons of a message after all its steps, or undefined for other messages. Steps that make no
 * sense are left out, as other clients do.
 */
export function widgetOf(
  steps: readonly Step[],
  authorId: number,
  readerId: number,
): Poll | Todo | Buttons | undefined {
  const [first, ...rest] = steps.map(({ sender_id, content }) => ({
    sender: sender_id,
    step: parse(content),
  }))
  const data = record(first?.step['extra_data'])
  if (first?.step['widget_type'] === 'poll') return pollOf(data, rest, authorId, readerId)
  if (first?.step['widget_type'] === 'todo') return todoOf(data, rest, authorId, readerId)
  if (first?.step['widget_type'] === 'zform') return buttonsOf([first, ...rest], authorId)
  return undefined
}

/** The newest buttons count. None at all: the message is its text again. */
function buttonsOf(steps: Parsed, authorId: number): Buttons | undefined {
  const newest = steps.findLast(({ sender, step }) => sender === authorId && step['widget_type'] === 'zform')
  const data = record(newest?.step['extra_data'])
  const choices = list(data['choices']).map(record)
  if (choices.length === 0) return undefined
  return {
    kind: 'buttons',
    heading: text(data['heading']).trim(),
    choices: choices.map((choice) => ({
      name: text(choice['short_name']),
      detail: text(choice['long_name']),
      reply: text(choice['reply']),
      action: typeof choice['action'] === 'string' ? choice['action'] : undefined,
    })),
  }
}

type Parsed = readonly { readonly sender: number; readonly step: Readonly<Record<string, unknown>> }[]

function pollOf(
  data: Readonly<Record<string, unknown>>,
  steps: Parsed,
  authorId: number,
  readerId: number,
): Poll {
  let question = text(data['question'])
  let ownOptions = 0
  const options = new Map<string, { readonly text: string; readonly voters: Set<number> }>()
  list(data['options']).forEach((option, index) =>
    options.set(`canned,${index}`, { text: text(option), voters: new Set() }),
  )
  for (const { sender, step } of steps) {
    if (step['type'] === 'question' && sender === authorId) question = text(step['question'])
    if (step['type'] === 'new_option' && typeof step['idx'] === 'number') {
      const key = `${sender},${step['idx']}`
      if (sender === readerId) ownOptions = Math.max(ownOptions, step['idx'])
      if (!options.has(key)) options.set(key, { text: text(step['option']), voters: new Set() })
    }
    if (step['type'] === 'vote') {
      const voters = options.get(text(step['key']))?.voters
      if (step['vote'] === 1) voters?.add(sender)
      else voters?.delete(sender)
    }
  }
  return {
    kind: 'poll',
    question,
    ownOptions,
    options: [...options].map(([key, option]) => ({ key, text: option.text, voterIds: [...option.voters] })),
  }
}

function todoOf(
  data: Readonly<Record<string, unknown>>,
  steps: Parsed,
  authorId: number,
  readerId: number,
): Todo {
  let title = text(data['task_list_title'])
  let ownTasks = 0
  const tasks = new Map<string, Task>()
  const add = (key: string, task: Readonly<Record<string, unknown>>) => {
    if (tasks.has(key)) return
    tasks.set(key, {
      key,
      text: text(task['task']),
      description: text(task['desc']),
      isDone: task['completed'] === true,
    })
  }
  list(data['tasks']).forEach((task, index) => add(`${index},canned`, record(task)))
  for (const { sender, step } of steps) {
    if (step['type'] === 'new_task_list_title' && sender === authorId) title = text(step['title'])
    if (step['type'] === 'new_task' && typeof step['key'] === 'number') {
      if (sender === readerId) ownTasks = Math.max(ownTasks, step['key'])
      add(`${step['key']},${sender}`, step)
    }
    const struck = step['type'] === 'strike' ? tasks.get(text(step['key'])) : undefined
    if (struck) tasks.set(struck.key, { ...struck, isDone: !struck.isDone })
  }
  return { kind: 'todo', title, ownTasks, tasks: [...tasks.values()] }
}

function parse(content: string): Readonly<Record<string, unknown>> {
  try {
    return record(JSON.parse(content))
  } catch {
    return {}
  }
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
