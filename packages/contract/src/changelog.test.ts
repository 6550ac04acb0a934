import { expect, test } from 'vitest'
import * as z from 'zod'
import { changeEntries, changeLines } from './changelog.ts'
import { endpoint, event, field, json } from './define.ts'

const color = z.object({
  name: field(z.string(), 'Its name.', { since: 12, changes: [{ level: 14, text: 'May be empty.' }] }),
  shades: field(z.array(z.object({ depth: field(z.int(), 'How deep.', { since: 13 }) })), 'Its shades.'),
})

const listColors = endpoint({
  id: 'list-colors',
  method: 'GET',
  path: '/colors',
  role: 'guest',
  scope: 'messages:read',
  since: 10,
  summary: 'List colours.',
  params: {
    filter: json(
      z.object({ hue: field(z.int().optional(), 'The hue.', { since: 15, deprecated: 16 }) }),
      'Which.',
      { since: 11 },
    ),
  },
  returns: { colors: field(z.union([color.array(), z.record(z.string(), color)]), 'The colours.') },
  changes: [{ level: 17, text: 'Guests may call it.' }],
  example: { request: {}, response: { colors: [] } },
})
const colorAdded = event({
  type: 'color',
  op: 'add',
  doc: 'A colour was added.',
  since: 12,
  fields: { color: field(color, 'It.') },
  example: {},
})

test('changes of nested fields, parameters and events are found, newest first, each once', () => {
  const entries = changeEntries([listColors], [colorAdded])
  expect(entries.map(({ level }) => level)).toEqual([17, 16, 15, 14, 14, 13, 13, 12, 12, 12, 11, 10])
  expect(entries.filter(({ level }) => level === 13)).toEqual([
    { level: 13, place: 'Event `color` `add`', within: 'color.shades', text: 'Added the field `depth`.' },
    { level: 13, place: 'GET /colors', within: 'colors.shades', text: 'Added the field `depth`.' },
  ])
  expect(entries.find(({ level }) => level === 15)).toEqual({
    level: 15,
    place: 'GET /colors',
    within: 'filter',
    text: 'Added the field `hue`.',
  })
})

test('the same change in several places is one line', () => {
  const entries = changeEntries([listColors], [colorAdded])
  const lines = (level: number) =>
    changeLines(
      entries.filter((entry) => entry.level === level),
      (place) => `[${place}]`,
    )
  expect(lines(14)).toEqual([
    '- The field `name`: May be empty. In [Event `color` `add`] (in `color`), [GET /colors] (in `colors`)',
  ])
  expect(lines(12)).toEqual([
    '- Added the event. In [Event `color` `add`]',
    '- Added the field `name`. In [Event `color` `add`] (in `color`), [GET /colors] (in `colors`)',
  ])
  expect(lines(17)).toEqual(['- Guests may call it. In [GET /colors]'])
})
