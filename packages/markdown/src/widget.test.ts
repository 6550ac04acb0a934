import { expect, test } from 'vitest'
import { parseWidget } from './widget.ts'

test('a poll has a question and options', () => {
  expect(parseWidget('/poll Tea or coffee?\ntea\n- coffee\n* \n\n  both  ')).toEqual({
    widget_type: 'poll',
    extra_data: { question: 'Tea or coffee?', options: ['tea', 'coffee', 'both'] },
  })
})

test('a to-do list has a title and tasks with descriptions', () => {
  expect(parseWidget('/todo Party\ntea: buy some: green\ncups')).toEqual({
    widget_type: 'todo',
    extra_data: {
      task_list_title: 'Party',
      tasks: [
        { task: 'tea', desc: 'buy some: green' },
        { task: 'cups', desc: '' },
      ],
    },
  })
})

test.each(['/poll', '/poll\n', ' /poll '])('%j has neither question nor options', (text) => {
  expect(parseWidget(text)).toEqual({ widget_type: 'poll', extra_data: { question: '', options: [] } })
})

test.each(['poll', '/polling x', '/todos', 'x /poll y', '/me', ''])('%j is no widget', (text) => {
  expect(parseWidget(text)).toBeNull()
})
