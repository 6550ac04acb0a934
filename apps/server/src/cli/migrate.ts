import { Command } from 'commander'
import { parseConfig } from '#config/config.ts'
import { openEngine } from '#server/app.ts'
import { lockDataFolder } from '#store/engines/data-lock.ts'

export const migrateCommand = () =>
  new Command('migrate')
    .description('Bring the database to this version; `serve` does it too.')
    .action(async () => {
      const config = parseConfig(process.env)
      const unlock = config.databaseUrl === undefined ? lockDataFolder(config.dataDir) : () => {}
      const engine = await openEngine(config)
      try {
        const steps = await engine.migrate()
        console.log(steps.length === 0 ? 'The database is up to date.' : `Done: ${steps.join(', ')}.`)
      } finally {
        await engine.close()
        unlock()
      }
    })
