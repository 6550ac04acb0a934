import { expect, test } from 'vitest'
import { webhookUrl } from './webhook-url.ts'

const choices = { service: 'github', channelId: undefined, topic: '', events: undefined, options: {} }

test('an address has what was chosen, and nothing else', () => {
  expect(webhookUrl('https://chat.example.com', 'k', choices)).toBe(
    'https://chat.example.com/api/v1/external/github?api_key=k',
  )
  const all = {
    service: 'gitlab',
    channelId: 7,
    topic: ' new & old ',
    events: ['push', 'tag_push'],
    options: { branches: 'main,dev', use_merge_request_title: true, other: '', off: false },
  }
  const { pathname, searchParams } = new URL(webhookUrl('https://chat.example.com', 'k', all))
  expect(pathname).toBe('/api/v1/external/gitlab')
  expect(Object.fromEntries(searchParams)).toEqual({
    api_key: 'k',
    stream: '7',
    topic: 'new & old',
    only_events: '["push","tag_push"]',
    branches: 'main,dev',
    use_merge_request_title: 'true',
  })
})

test('a space in an address is written so that each service can read it', () => {
  expect(webhookUrl('', 'k', { ...choices, topic: 'two words' })).toContain('topic=two%20words')
})
