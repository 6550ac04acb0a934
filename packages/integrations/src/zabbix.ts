import * as z from 'zod'
import { integration } from './integration.ts'

export const zabbix = integration({
  name: 'zabbix',
  label: 'Zabbix',
  group: 'monitoring',
  setup:
    'In Zabbix, open **Alerts → Media types → Create media type**, choose **Webhook**, and let the script send JSON with `hostname`, `severity`, `status`, `item`, `trigger` and `link` (from `{HOST.NAME}`, `{TRIGGER.SEVERITY}`, `{TRIGGER.STATUS}`, `{ITEM.NAME1} is {ITEM.VALUE1}`, `{TRIGGER.NAME}`, and the address of the event) to the address.',
  events: null,
  payload: z.looseObject({
    hostname: z.string(),
    severity: z.string(),
    status: z.string(),
    item: z.string(),
    trigger: z.string(),
    link: z.string(),
  }),
  read: ({ payload: { hostname, severity, status, item, trigger, link } }) => ({
    topic: hostname,
    content: `${status} (${severity}) alert on [${hostname}](${link}):\n* ${trigger}\n* ${item}`,
  }),
})
