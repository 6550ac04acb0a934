import * as z from 'zod'
import { integration, unsupported } from './integration.ts'

const words: Readonly<Record<string, string>> = {
  'page.created': 'A page was created',
  'page.deleted': 'A page was moved to the trash',
  'page.undeleted': 'A page was restored',
  'page.moved': 'A page was moved',
  'page.content_updated': 'The content of a page was changed',
  'page.properties_updated': 'Properties of a page were changed',
  'page.locked': 'A page was locked',
  'page.unlocked': 'A page was unlocked',
  'comment.created': 'A comment was written',
  'comment.updated': 'A comment was changed',
  'comment.deleted': 'A comment was deleted',
  'database.created': 'A database was created',
  'database.deleted': 'A database was moved to the trash',
  'database.content_updated': 'The content of a database was changed',
  'database.schema_updated': 'Columns of a database were changed',
}

export const notion = integration({
  name: 'notion',
  label: 'Notion',
  group: 'tracking',
  setup:
    'In **My integrations**, open yours, **Webhooks → Create a subscription**, and paste the address. The token that Notion wants back is posted here.',
  events: ['verification', ...Object.keys(words)],
  deliveryId: ({ payload }) => z.looseObject({ id: z.string() }).safeParse(payload).data?.id,
  payload: z.looseObject({
    verification_token: z.string().optional(),
    type: z.string().optional(),
    workspace_name: z.string().optional(),
    authors: z.array(z.looseObject({ type: z.string() })).optional(),
    entity: z.looseObject({ id: z.string(), type: z.string() }).optional(),
    data: z.looseObject({ page_id: z.string().optional() }).optional(),
  }),
  read({ payload: { verification_token: token, type = '', workspace_name: workspace, entity, data } }) {
    if (token !== undefined)
      return {
        event: 'verification',
        topic: 'Notion',
        content: `Notion asks whether this address is yours. Give it this token: \`${token}\``,
      }
    const text = words[type] ?? unsupported(type || 'without a type')
    const id = (data?.page_id ?? entity?.id ?? '').replaceAll('-', '')
    const link = id === '' ? '' : ` ([open](https://www.notion.so/${id}))`
    return { event: type, topic: workspace ?? 'Notion', content: `${text}.${link}` }
  },
})
