import * as z from 'zod'
import { fit, integration, type Post, resolveTopics } from './integration.ts'
import { grafanaSignature } from './signature.ts'

const values = z.record(z.string(), z.unknown()).nullish()
const alert = z.looseObject({
  status: z.string(),
  labels: values,
  annotations: values,
  values,
  valueString: z.string().nullish(),
  startsAt: z.string(),
  endsAt: z.string().nullish(),
  generatorURL: z.string().nullish(),
  silenceURL: z.string().nullish(),
  imageURL: z.string().nullish(),
  dashboardURL: z.string().nullish(),
  panelURL: z.string().nullish(),
  fingerprint: z.string().nullish(),
})
type Alert = z.output<typeof alert>

/** Versions before 8 send one alert in these fields. */
const oldForm = z.looseObject({
  title: z.string().optional(),
  ruleName: z.string().optional(),
  ruleUrl: z.string().optional(),
  state: z.string().optional(),
  message: z.string().optional(),
  imageUrl: z.string().optional(),
  evalMatches: z
    .array(z.looseObject({ metric: z.string(), value: z.union([z.number(), z.string()]).nullable() }))
    .nullish(),
})

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function list(title: string, found: z.output<typeof values>): string[] {
  const entries = Object.entries(found ?? {})
  if (entries.length === 0) return []
  return [`${title}:\n${entries.map(([name, value]) => `- ${name}: ${shown(value)}`).join('\n')}\n`]
}

/** A time of year 1 means that it has not come yet. */
const isSet = (time: string | null | undefined): time is string => Boolean(time) && !time?.startsWith('0001-')

function alertPost(found: Alert): Post {
  const { status, labels, annotations, startsAt, endsAt, valueString } = found
  const isFiring = status === 'firing'
  const name = typeof labels?.alertname === 'string' ? labels.alertname : undefined
  const links = [
    ['Generator', found.generatorURL],
    ['Silence', found.silenceURL],
    ['Image', found.imageURL],
  ].flatMap(([label, url]) => (url ? [`[${label}](${url})`] : []))
  const parts = [
    isFiring ? ':alert: **FIRING**' : ':checkbox: **RESOLVED**',
    ...(name === undefined ? [] : [`**${name}**`]),
    `This alert was fired at <time:${startsAt}>.${isSet(endsAt) ? `\n\nThis alert was resolved at <time:${endsAt}>.` : ''}`,
    ...list('Labels', labels),
    ...(found.values && Object.keys(found.values).length > 0
      ? list('Values', found.values)
      : valueString
        ? [`Values:\n${valueString}\n`]
        : []),
    ...list('Annotations', annotations),
    ...(links.length > 0 ? [links.join(' ')] : []),
  ]
  return {
    event: isFiring ? 'firing' : 'resolved',
    alerts: [{ id: found.fingerprint ?? JSON.stringify(labels ?? name), isOpen: isFiring }],
    topic: `[${name ?? found.fingerprint ?? 'alert'}]`,
    content: parts.map((part) => part.trimEnd()).join('\n\n'),
  }
}

const oldStates: Readonly<Record<string, string>> = {
  alerting: ':alert: **ALERTING**',
  ok: ':checkbox: **OK**',
  pending: ':time_ticking: **PENDING**',
  paused: ':hourglass: **PAUSED**',
  no_data: ':info: **NO DATA**',
}

function oldPost({
  title,
  ruleName,
  ruleUrl,
  state = 'alerting',
  message,
  imageUrl,
  evalMatches,
}: z.output<typeof oldForm>): Post {
  const rule = ruleName === undefined ? '' : ruleUrl ? `[${ruleName}](${ruleUrl})` : ruleName
  const matches = (evalMatches ?? []).map(({ metric, value }) => `**${metric}:** ${value ?? 'null'}`)
  const parts = [
    `${oldStates[state] ?? state}\n${rule}`.trim(),
    message ?? '',
    matches.join('\n'),
    imageUrl ? `[Click to view visualization](${imageUrl})` : '',
  ]
  return {
    ...(state in oldStates ? { event: state } : {}),
    ...(state === 'alerting' || state === 'ok'
      ? { alerts: [{ id: ruleName ?? title ?? '', isOpen: state === 'alerting' }] }
      : {}),
    topic: title ?? ruleName ?? 'Grafana',
    content: parts.filter((part) => part !== '').join('\n\n'),
  }
}

export const grafana = integration({
  name: 'grafana',
  label: 'Grafana',
  group: 'monitoring',
  setup:
    'In Grafana, open **Alerting → Contact points**, add one of the type **Webhook** and paste the address as **URL**. The key may stand in **Authorization Header - Credentials** instead.',
  events: ['alerting', 'firing', 'no_data', 'ok', 'paused', 'pending', 'resolved'],
  options: { resolve_topics: resolveTopics },
  signature: grafanaSignature,
  payload: z.union([z.looseObject({ alerts: z.array(alert) }), oldForm.required({ title: true }).loose()]),
  read: ({ payload }) =>
    'alerts' in payload && Array.isArray(payload.alerts)
      ? fit(z.array(alert), payload.alerts).map(alertPost)
      : oldPost(fit(oldForm, payload)),
})
