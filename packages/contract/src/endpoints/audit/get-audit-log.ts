import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { auditActionNames, auditRow, auditTargets } from '../../objects/audit-row.ts'
import { id } from '../../primitives.ts'

export const getAuditLog = endpoint({
  id: 'get-audit-log',
  method: 'GET',
  path: '/tagma/audit_log',
  role: 'guest',
  scope: 'organization',
  bots: false,
  summary: 'Read the audit log.',
  doc: 'The [audit log](security#the-audit-log) notes who changed what others may do or see: your own changes and those of your account, and for owners all. An owner who reads all leaves a row `audit.read`. An endpoint of Tagma; Zulip has none for this.',
  params: {
    everybody: json(
      z.boolean().default(false),
      'True for the rows of the whole organization, which only owners may read.',
    ),
    user_id: json(
      id('user').optional(),
      'Only what this account did, and what was done to it. Without `everybody`, your own rows are answered anyway.',
    ),
    actor_id: json(id('user').optional(), 'Only what this account did.'),
    target_kind: json(z.enum(auditTargets).optional(), 'Only what was done to things of this kind.'),
    target_id: json(
      z.int().nonnegative().optional(),
      'Only what was done to the thing with this id; needs `target_kind`.',
    ),
    action: json(z.enum(auditActionNames).optional(), 'Only this action.'),
    actions: json(z.array(z.enum(auditActionNames)).min(1).optional(), 'Only these actions.'),
    since: json(z.int().nonnegative().optional(), 'Only rows of this time or later, in UNIX seconds.'),
    until: json(z.int().nonnegative().optional(), 'Only rows before this time, in UNIX seconds.'),
    before: json(z.int().positive().optional(), 'Only rows with a smaller number: goes on with older ones.'),
    limit: json(z.int().min(1).max(1000).default(100), 'The most rows to answer.'),
  },
  returns: {
    audit_log: field(z.array(auditRow), 'The newest row comes first.'),
  },
  errors: [
    { code: 'UNAUTHORIZED_PRINCIPAL', when: 'Only owners may read the rows of everybody.' },
    { code: 'BAD_REQUEST', when: '`target_id` comes without `target_kind`.' },
  ],
  example: {
    request: { limit: 1 },
    response: {
      audit_log: [
        {
          number: 41,
          timestamp: 1767603600,
          actor_kind: 'user',
          actor_id: 9,
          credential: 'session 7',
          address: '203.0.113.7',
          action: 'user.role',
          target_kind: 'user',
          target_id: 10,
          detail: { from: 400, to: 300 },
          digest: 'k3VnS1bUu3M0mYtB2eWq7h5cXzR9dLpAaJfGoNiTvEw',
        },
      ],
    },
  },
})
