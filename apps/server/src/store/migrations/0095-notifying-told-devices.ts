import type { Migration } from './migration.ts'

/** Keeps when notifications last reached a browser or phone, why they did not, and which browsers were removed. */
export const toldDevices: Migration = {
  async up(schema) {
    const { text, integer, optional } = schema.columns
    for (const table of ['devices', 'legacy_push_tokens'])
      for (const column of [text('program'), integer('created_at')])
        await schema.addColumn(table, optional(column))
    for (const table of ['devices', 'legacy_push_tokens', 'web_push_subscriptions'])
      for (const column of [
        integer('reached_at'),
        integer('failed_at'),
        text('failure'),
        text('failure_text'),
      ])
        await schema.addColumn(table, optional(column))
    await schema.addColumn('web_push_subscriptions', optional(integer('removed_at')))
  },
}
