import fc from 'fast-check'

// Property tests use the same inputs in every run, so a failure can be reproduced. `SEED=2 npm test` uses others.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) })
