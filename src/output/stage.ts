/** Where texts are written aside before anything is put in place. */
export const STAGE = '.svcgen/next'
