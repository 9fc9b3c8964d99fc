import { type Role, roles } from '#contract/endpoint.ts'
import type { AdminPerson } from '#contract/people-admin/people-admin.ts'

export const roleNames: Record<Role, string> = { reader: 'Reader', author: 'Author', editor: 'Editor', admin: 'Admin' }
export const roleOptions = roles.map((role) => ({ value: role, label: roleNames[role] }))

export const stateNames: Record<AdminPerson['state'], string> = {
  active: 'Active',
  unconfirmed: 'Unconfirmed',
  disabled: 'Disabled',
}
export const stateTones = { active: 'primary', unconfirmed: 'warning', disabled: 'danger' } as const

export function isRole(value: string | undefined): value is Role {
  return roles.some((role) => role === value)
}
