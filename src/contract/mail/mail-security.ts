/** In a file without zod, so that pages do not bundle it. TLS from the start, after STARTTLS, or not at all. */
export const mailSecurities = ['implicit', 'starttls', 'none'] as const
export type MailSecurity = (typeof mailSecurities)[number]

/** The usual port of each. */
export const mailPorts: Record<MailSecurity, number> = { implicit: 465, starttls: 587, none: 25 }
