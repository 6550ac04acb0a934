import type { Integration } from '@tagma/integrations/integration.ts'
import { messageExample } from './message-example.ts'
import { tellingSampleOf } from './webhook-samples.ts'

const groups: Readonly<Record<Integration['group'], string>> = {
  code: 'Code and builds',
  monitoring: 'Monitoring',
  deployment: 'Deployment',
  tracking: 'Tasks',
  support: 'Support',
  money: 'Money',
  general: 'Anything else',
}

/** Makes the guide's pages about incoming webhooks: one for what all have in common, and one for each service. By slug. */
export function integrationPages(integrations: readonly Integration[]): Readonly<Record<string, string>> {
  const sorted = Object.keys(groups).flatMap((group) =>
    integrations
      .filter((one) => one.group === group)
      .toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
  )
  return {
    integrations: overview(sorted),
    ...Object.fromEntries(sorted.map((one) => [slugOf(one), pageOf(one)])),
  }
}

/** The name of a service's page in addresses. */
const slugOf = ({ name }: Integration) => `integration-${name.replaceAll('_', '-')}`

function overview(integrations: readonly Integration[]): string {
  const sections = [...Map.groupBy(integrations, ({ group }) => group)].map(
    ([group, members]) =>
      `### ${groups[group]}\n\n${members.map((one) => `- [${one.label}](${slugOf(one)})`).join('\n')}`,
  )
  return `${opening}\n\n## Services\n\n${sections.join('\n\n')}\n`
}

function pageOf(integration: Integration): string {
  const { name, aliases = [], label, group, setup, events, options, signature } = integration
  const ownOptions = Object.entries(options)
  const frontMatter = `---
title: ${JSON.stringify(label)}
description: ${JSON.stringify(`How messages of ${label} come into a channel: the address, the set-up, and what a message looks like.`)}
section: Integrations
group: ${groups[group]}
order: ${Object.keys(groups).indexOf(group)}
---`
  return `${[
    frontMatter,
    `${label} posts messages like this one. Its topic stands above it.`,
    messageExample(tellingSampleOf(integration)),
    '## Set it up',
    `1. In the settings of Tagma, open **Your bots**, make one of the kind **Incoming webhook**, and choose **${label}** and a channel. The page makes the address:`,
    [
      '   ```text',
      `   https://chat.example.com/api/v1/external/${name}?api_key=<key of the bot>&stream=ops`,
      '   ```',
    ].join('\n'),
    `2. ${setup}`,
    '3. Choose **Send a test** on the page of the bot. It shows each request that comes, and the message that it became.',
    ...(aliases.length === 0
      ? []
      : [
          `In the address, ${aliases.map((one) => `\`${one}\``).join(' or ')} means the same as \`${name}\`.`,
        ]),
    '[Parameters for all services](integrations) choose the topic, resolve topics or leave events out.',
    ...(events === null
      ? []
      : [
          '## Events',
          'For `only_events` and `exclude_events`:',
          events.map((event) => `- \`${event}\``).join('\n'),
        ]),
    ...(ownOptions.length === 0
      ? []
      : [
          '## Options',
          'Parameters of the address that this service has for itself:',
          ownOptions.map(([key, { label: meaning }]) => `- \`${key}\`: ${meaning}`).join('\n'),
        ]),
    ...(signature
      ? [
          '## Signed requests',
          `${label} can sign what it sends. Give it a secret, and the bot the same one as \`webhook_secret\`: then anything unsigned is refused.`,
        ]
      : []),
  ].join('\n\n')}\n`
}

const opening = `---
title: Messages from other services
description: GitHub, Grafana, Jira and some forty more services post messages by incoming webhooks, at the addresses that Zulip has for them.
section: Build on it
order: 5
---

A service that can call an address can post messages. In the settings, open **Your bots**, make one of the kind **Incoming webhook**, and choose the service and the channel: the page makes the address, tells what to do in the service, sends a test and shows what came. The same by the API: [create a bot](create-bot) of the type 2, and give the service this address:

\`\`\`text
https://chat.example.com/api/v1/external/github?api_key=<key of the bot>&stream=ops
\`\`\`

| Parameter | Meaning |
| --- | --- |
| \`api_key\` | The key of the bot. A service that can send headers sends \`Authorization: Bearer <key>\` instead, so that the key stays out of logs. |
| \`stream\` | Name or id of the channel. Omitted: the bot’s default channel, or else a direct message to its owner. |
| \`topic\` | The topic. Omitted: the one that the integration chooses, such as the issue. |
| \`only_events\`, \`exclude_events\` | JSON lists of events, where \`*\`, \`?\` and \`[…]\` stand for letters: \`only_events=["push*"]\`. |
| \`mapping\` | \`channels\`: the channel is the one that the service names, if there is one. |
| \`resolve_topics\` | \`true\`: a topic of alerts is [resolved](update-message) when all of them are, and opened when one fires again. For Alertmanager, Grafana, PagerDuty, Sentry, UptimeRobot and Uptime Kuma. |
| \`webhook_secret\` | The secret by which the service signs what it sends. Anything unsigned is refused then. |

The secret may be kept with the bot instead, out of the address: [\`config_data\`](update-bot) with \`webhook_secret\`. Then one in the address counts for nothing.

## Programs that know one product

Many programs have a field for the address of a Mattermost, Slack or Discord webhook, and no field for a key. For them the key is in the path:

| Address | In place of |
| --- | --- |
| \`/hooks/<key>\` | Mattermost. The message goes to the channel that the program names, if the bot may post there, or else to the bot’s default channel. |
| \`/api/webhooks/<id of the bot>/<key>\` | Discord. The answer is empty, as Discord’s is. |
| \`/api/webhooks/<id of the bot>/<key>/slack\` | Discord, for programs that send Slack’s form. |
| \`/api/webhooks/<id of the bot>/<key>/github\` | Discord, for GitHub. |

They take the parameters above as well.

## If something is wrong

The bot’s page shows the last 20 requests of a day, and what became of each ([over the API](get-bot-payloads)). If something is wrong with a request, or the channel does not exist, the bot’s owner gets a direct message, at most one in five minutes. [The reference](receive-webhook) has the errors.`
