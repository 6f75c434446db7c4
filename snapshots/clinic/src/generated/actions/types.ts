export type BookedAppointment = {
  ends: string
  id: number
  price: string
  starts: string
  state: string
}

export type Booking = {
  doctor: number
  patient: number
  service: number
  starts: string
}

export type UploadedAttachment = {
  id: string
  name: string
}
