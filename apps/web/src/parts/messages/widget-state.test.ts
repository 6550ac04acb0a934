import { expect, test } from 'vitest'
import { widgetOf, type Poll, type Todo } from './widget-state.ts'

const [iris, otto] = [10, 11]
const step = (sender_id: number, content: unknown) => ({ sender_id, content: JSON.stringify(content) })
const pollStart = step(iris, {
  widget_type: 'poll',
  extra_data: { question: 'Which grey?', options: ['warm', 'cold'] },
})
const todoStart = step(iris, {
  widget_type: 'todo',
  extra_data: { task_list_title: 'Print', tasks: [{ task: 'paper', desc: 'A4' }] },
})

test('votes are given and taken back', () => {
  const vote = (sender: number, key: string, value: number) =>
    step(sender, { type: 'vote', key, vote: value })
  const poll = widgetOf(
    [
      pollStart,
      vote(iris, 'canned,0', 1),
      vote(otto, 'canned,0', 1),
      vote(iris, 'canned,0', -1),
      vote(otto, 'nowhere,9', 1),
    ],
    iris,
    otto,
  ) as Poll
  expect(poll.options).toEqual([
    { key: 'canned,0', text: 'warm', voterIds: [otto] },
    { key: 'canned,1', text: 'cold', voterIds: [] },
  ])
})

test('everybody adds options, only the author changes the question', () => {
  const poll = widgetOf(
    [
      pollStart,
      step(otto, { type: 'new_option', option: 'none', idx: 3 }),
      step(otto, { type: 'question', question: 'Hacked?' }),
      step(iris, { type: 'question', question: 'Which?' }),
    ],
    iris,
    otto,
  ) as Poll
  expect(poll.question).toBe('Which?')
  expect(poll.options.at(-1)).toEqual({ key: `${otto},3`, text: 'none', voterIds: [] })
  expect(poll.ownOptions).toBe(3)
})

test('tasks are added and ticked', () => {
  const todo = widgetOf(
    [
      todoStart,
      step(otto, { type: 'new_task', key: 2, task: 'ink', desc: '', completed: false }),
      step(otto, { type: 'strike', key: '0,canned' }),
      step(iris, { type: 'strike', key: `2,${otto}` }),
      step(iris, { type: 'strike', key: `2,${otto}` }),
    ],
    iris,
    otto,
  ) as Todo
  expect(todo.tasks).toEqual([
    { key: '0,canned', text: 'paper', description: 'A4', isDone: true },
    { key: `2,${otto}`, text: 'ink', description: '', isDone: false },
  ])
  expect(todo.ownTasks).toBe(2)
})

test('steps that make no sense change nothing, and other messages are no widget', () => {
  const bad = [
    { sender_id: otto, content: '{' },
    step(otto, null),
    step(otto, { type: 'vote', key: 1, vote: 1 }),
  ]
  expect(widgetOf([pollStart, ...bad], iris, otto)).toEqual(widgetOf([pollStart], iris, otto))
  expect(widgetOf([], iris, otto)).toBeUndefined()
  expect(widgetOf([step(iris, { widget_type: 'zform', extra_data: null })], iris, otto)).toBeUndefined()
})

test('the newest buttons of the bot count, until it takes them away', () => {
  const zform = (heading: string, ...choices: object[]) => ({
    widget_type: 'zform',
    extra_data: { type: 'choices', heading, choices },
  })
  const yes = {
    type: 'multiple_choice',
    short_name: 'Yes',
    long_name: 'Deploy it',
    reply: 'yes',
    action: 'go',
  }
  const first = step(iris, zform('Deploy?', yes))
  const shown = { name: 'Yes', detail: 'Deploy it', reply: 'yes', action: 'go' }
  expect(widgetOf([first], iris, otto)).toEqual({ kind: 'buttons', heading: 'Deploy?', choices: [shown] })
  const byOther = step(otto, zform('Hacked', yes))
  const changed = step(iris, zform(' ', { ...yes, short_name: 'No', action: undefined }))
  expect(widgetOf([first, changed, byOther, step(iris, 7)], iris, otto)).toEqual({
    kind: 'buttons',
    heading: '',
    choices: [{ ...shown, name: 'No', action: undefined }],
  })
  expect(widgetOf([first, step(iris, zform('Done'))], iris, otto)).toBeUndefined()
})
