import type { Services } from '#call/services.ts'
import { noteProviderTrouble, type ProviderTrouble } from '#store/people/provider-troubles.ts'
import type { FlowProblem } from './flow-problem.ts'

/** Letters of a reason that are kept. */
const longestDetail = 300

/** Keeps why a sign-in by a provider did not succeed, for owners; not where a browser alone brought that about. */
export async function noteTrouble(
  { data }: Pick<Services, 'data'>,
  organizationId: number,
  { provider, code, detail }: Omit<ProviderTrouble, 'at'> & { readonly code: FlowProblem },
): Promise<void> {
  if (code.startsWith('S-1-')) return
  await data.transact(organizationId, (tx) =>
    noteProviderTrouble(tx, { provider, code, detail: detail.slice(0, longestDetail) }),
  )
}
