import { StartError } from './errors.ts'

export class ConfigError extends StartError {
  override name = 'ConfigError'
  constructor(problems: string[]) {
    super(`Configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}\nSee docs/configuration.md.`)
  }
}
