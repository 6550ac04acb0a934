import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'

/** Ids of what an agent touched. */
export interface TouchedIds {
  readonly channels: number[]
  readonly messages: number[]
  readonly users: number[]
}

export type AgentOutcome = 'done' | 'asked' | 'declined' | 'refused'

/** Something that an agent did, or wanted to do. */
export interface AgentAction {
  readonly userId: number
  readonly tokenId: number | null
  readonly client: string
  readonly tool: string
  readonly touched: TouchedIds
  readonly outcome: AgentOutcome
}

const insertAction = prepared(
  (
    db,
    p: {
      organization: number
      user: number
      token: number | null
      client: string
      tool: string
      touched: string
      outcome: string
      at: number
    },
  ) =>
    db.insertInto('agent_actions').values({
      organization_id: p.organization,
      user_id: p.user,
      token_id: p.token,
      client: p.client,
      tool: p.tool,
      touched: p.touched,
      outcome: p.outcome,
      at: p.at,
    }),
)

export async function insertAgentAction(tx: Tx, action: AgentAction): Promise<void> {
  await insertAction.run(tx.db, {
    organization: tx.organizationId,
    user: action.userId,
    token: action.tokenId,
    client: action.client.slice(0, 100),
    tool: action.tool,
    touched: JSON.stringify(action.touched),
    outcome: action.outcome,
    at: tx.now,
  })
}

/** Lists what agents did in an organization, or for one user, the newest first; before an id where one is given. */
export async function listAgentActions(
  db: Db,
  organizationId: number,
  { userId, before, limit }: { userId: number | undefined; before: number | undefined; limit: number },
) {
  let query = db
    .selectFrom('agent_actions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    user_id: row.user_id,
    access_token_id: row.token_id,
    client: row.client,
    tool: row.tool,
    touched: JSON.parse(row.touched) as TouchedIds,
    outcome: row.outcome as AgentOutcome,
    timestamp: row.at,
  }))
}

/** Forgets what agents did before a time (UNIX seconds). */
export async function forgetAgentActions(tx: Tx, before: number): Promise<void> {
  await tx.db
    .deleteFrom('agent_actions')
    .where('organization_id', '=', tx.organizationId)
    .where('at', '<', before)
    .execute()
}
