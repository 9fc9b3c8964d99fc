export { refusalOf } from '#server/platform/refusal-of.ts'
