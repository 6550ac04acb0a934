import { getAgentActions } from '@tagma/contract/endpoints/mcp/get-agent-actions.ts'
import { handle } from '#call/call.ts'
import { agentActionsFor } from '../agent-actions-for.ts'

export const getAgentActionsHandler = handle(getAgentActions, async (call, args) => ({
  agent_actions: await agentActionsFor(call, args),
}))
