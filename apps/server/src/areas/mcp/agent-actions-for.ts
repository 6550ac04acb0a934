import type { Answer, Args } from '@tagma/contract/define.ts'
import type { getAgentActions } from '@tagma/contract/endpoints/mcp/get-agent-actions.ts'
import { isAdministrator } from '@tagma/rules/roles.ts'
import type { Call } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { listAgentActions } from '#store/people/agent-actions.ts'

/** Lists what agents did for the caller, or for others if the caller is an administrator. */
export async function agentActionsFor(
  { caller, db, directory }: Call,
  { user_id, before, limit }: Args<typeof getAgentActions>,
): Promise<Answer<typeof getAgentActions>['agent_actions']> {
  const seesAll = isAdministrator(caller)
  if (user_id !== undefined && user_id !== caller.id && !seesAll)
    throw badRequest('Only administrators see what agents did for others.')
  const userId = seesAll ? user_id : caller.id
  return listAgentActions(db, directory.organization.id, { userId, before, limit })
}
