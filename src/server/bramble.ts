import { parseArgs } from 'node:util'
import { Refusal } from '#contract/errors.ts'
import { readConfig } from './config.ts'
import { commands } from './operator/commands.ts'
import { connect } from './operator/connect.ts'
import { UsageError } from './operator/usage-error.ts'
import { usage } from './operator/usage.ts'
import { StartError } from './platform/errors.ts'
import { createLog } from './platform/log.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    name: { type: 'string' },
    handle: { type: 'string' },
    role: { type: 'string' },
    email: { type: 'string' },
    password: { type: 'string' },
    to: { type: 'string' },
    limit: { type: 'string' },
    confirm: { type: 'boolean' },
  },
})

/** Finds the command, runs it against the site's own database, and prints what it answers. */
async function main() {
  const command = commands.find(({ words }) => words.every((word, index) => positionals[index] === word))
  if (!command || values.help) return console.log(usage(commands))
  const config = readConfig(process.env)
  const log = createLog({ level: 'warn', file: null })
  const connection = await connect(config, log)
  try {
    const rest = positionals.slice(command.words.length)
    const answer = await command.run({ ...connection, config, log }, { ...values, rest })
    console.log(values.json ? JSON.stringify(answer.data) : answer.text)
    if (answer.failed) process.exitCode = 1
  } finally {
    await connection.close()
  }
}

try {
  await main()
} catch (error) {
  const said = error instanceof Refusal || error instanceof StartError || error instanceof UsageError
  const details = error instanceof Refusal ? error.details : {}
  if (values.json) console.log(JSON.stringify({ error: { message: said ? error.message : String(error), details } }))
  else
    console.error(
      said ? [error.message, ...Object.values(details).map((detail) => JSON.stringify(detail))].join(' ') : error,
    )
  process.exitCode = 1
}
