import * as z from 'zod'
import { integration } from './integration.ts'

const build = z.looseObject({
  buildFullName: z.string(),
  projectName: z.string().optional(),
  buildStatus: z.string().default(''),
  buildResult: z.string(),
  buildResultPrevious: z.string().optional(),
  buildNumber: z.string(),
  buildStatusUrl: z.string(),
  triggeredBy: z.string().optional(),
  branchDisplayName: z.string().optional(),
})

const words: Readonly<Record<string, string>> = {
  'success success': 'is still successful! :thumbs_up:',
  'success failure': 'has been fixed! :thumbs_up:',
  'failure failure': 'is still broken with status',
  'failure success': 'is broken with status',
}

export const teamCity = integration({
  name: 'teamcity',
  label: 'TeamCity',
  group: 'code',
  setup:
    'Install the plugin **tcWebHooks**, open **WebHooks** in the project, paste the address as **URL** and choose the format **Legacy Webhook (JSON)**.',
  events: ['running', 'success', 'failure'],
  payload: z.looseObject({ build }),
  read({ payload: { build: about } }) {
    const {
      buildFullName,
      buildResult,
      buildResultPrevious = 'success',
      buildNumber,
      buildStatus,
      buildStatusUrl,
    } = about
    const name = `${buildFullName} build ${buildNumber}`
    if (buildResult === 'running')
      return {
        event: 'running',
        topic: buildFullName,
        content: `${name} has started. See [build log](${buildStatusUrl}).`,
      }
    const result = buildResult === 'success' ? 'success' : 'failure'
    const phrase = words[`${result} ${buildResultPrevious === 'success' ? 'success' : 'failure'}`]
    const status = result === 'failure' ? ` ${buildStatus}! :thumbs_down:` : ''
    return {
      event: result,
      topic: buildFullName,
      content: `${name} ${phrase}${status} See [changes](${buildStatusUrl}&tab=buildChangesDiv) and [build log](${buildStatusUrl}).`,
    }
  },
})
