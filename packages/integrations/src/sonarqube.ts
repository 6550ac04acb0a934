import * as z from 'zod'
import { integration } from './integration.ts'

const operators: Readonly<Record<string, string>> = { GREATER_THAN: 'greater than', LESS_THAN: 'less than' }

export const sonarQube = integration({
  name: 'sonarqube',
  label: 'SonarQube',
  group: 'code',
  setup: 'In the project, open **Project Settings → Webhooks → Create** and paste the address as **URL**.',
  events: null,
  payload: z.looseObject({
    project: z.looseObject({ name: z.string(), url: z.string() }),
    branch: z.looseObject({ name: z.string().optional() }).optional(),
    qualityGate: z
      .looseObject({
        status: z.string(),
        conditions: z
          .array(
            z.looseObject({
              metric: z.string(),
              status: z.string(),
              operator: z.string(),
              value: z.string().optional(),
              errorThreshold: z.string().optional(),
            }),
          )
          .default([]),
      })
      .optional(),
  }),
  read({ payload: { project, branch, qualityGate } }) {
    const where = branch?.name ? ` of branch ${branch.name}` : ''
    const topic = branch?.name ? `${project.name} / ${branch.name}` : project.name
    const status = qualityGate?.status === 'OK' ? 'success' : 'error'
    const head = `Project [${project.name}](${project.url}) analysis${where} resulted in ${status}.`
    const conditions = (qualityGate?.conditions ?? []).filter(({ status: result }) => result !== 'NO_VALUE')
    if (status === 'success' || conditions.length === 0) return { topic, content: head }
    const lines = conditions.map(
      ({ metric, value = '?', operator, errorThreshold = '?', status: result }) => {
        const rule =
          result === 'OK'
            ? ''
            : ` should not be ${operators[operator] ?? operator.toLowerCase()} ${errorThreshold}`
        return `* ${metric.replaceAll('_', ' ')}: **${result.toLowerCase()}** ${value}${rule}.`
      },
    )
    return { topic, content: `${head}\n\n${lines.join('\n')}` }
  },
})
