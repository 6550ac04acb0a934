import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { id } from '../../primitives.ts'

const ids = (what: string) => field(z.array(z.int()), `Ids of ${what}.`)

export const getAgentActions = endpoint({
  id: 'get-agent-actions',
  method: 'GET',
  path: '/tagma/agent_actions',
  role: 'guest',
  scope: 'settings',
  summary: 'List what agents did.',
  doc: 'Lists the changes that agents made with [tools](agents) in the last 90 days, or wanted to make: your own, and for administrators those of all. Neither messages nor their contents are kept, only ids. An endpoint of Tagma; Zulip has none for this.',
  params: {
    user_id: json(
      id('user').optional(),
      'The account in whose name the agents acted. Omitted: you; for administrators everybody.',
    ),
    before: json(z.int().positive().optional(), 'Only actions with a smaller id: goes on with older ones.'),
    limit: json(z.int().min(1).max(1000).default(100), 'The most actions to answer.'),
  },
  returns: {
    agent_actions: field(
      z.array(
        z.strictObject({
          id: field(z.int(), 'Id of the action.'),
          user_id: field(z.int(), 'The account in whose name the agent acted.'),
          access_token_id: field(z.int().nullable(), 'The access token; `null` for an API key.'),
          client: field(z.string(), 'Name of the agent’s program, as it states it.'),
          tool: field(z.string(), 'Name of the tool.'),
          touched: field(
            z.strictObject({
              channels: ids('channels'),
              messages: ids('messages'),
              users: ids('people'),
            }),
            'The things that the tool was used on.',
          ),
          outcome: field(
            z.enum(['done', 'asked', 'declined', 'refused']),
            '`asked`: the person was to be asked first. `declined`: they did not agree. `refused`: the account may not do it, or it was not possible.',
          ),
          timestamp: field(z.int(), 'UNIX seconds.'),
        }),
      ),
      'The newest action comes first.',
    ),
  },
  errors: [{ code: 'BAD_REQUEST', when: 'Only administrators may name another account.' }],
  example: {
    request: { limit: 1 },
    response: {
      agent_actions: [
        {
          id: 3,
          user_id: 9,
          access_token_id: 7,
          client: 'desk-assistant',
          tool: 'send_message',
          touched: { channels: [5], messages: [], users: [] },
          outcome: 'done',
          timestamp: 1767603600,
        },
      ],
    },
  },
})
