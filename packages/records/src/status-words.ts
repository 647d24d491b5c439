import type { CourierClass, JobClass } from '@hookline/contract';

/** What a status means for a job or a courier. */
export type StatusClass = JobClass | CourierClass;

/** The words that foreign systems have for one thing, which the page says in its language. */
type Row = readonly [of: StatusClass, name: string, words: string];

/**
 * Words as `wordsOf` in `status.ts` makes them: small, umlauts as two letters, one blank between.
 * A longer one beats a shorter one, `not delivered` is not `delivered`.
 */
export const STATUS_TABLE = [
  [
    'new',
    'new',
    'new, neu, created, create, angelegt, erfasst, placed, received, eingegangen, info received, information received, data received, data processed, label created, pre transit, pretransit, registered, announced, avisiert, draft, entwurf, submitted, imported, quoted, booked, gebucht, sendungsdaten erfasst, order placed, bestellt, ordered, requested, angefragt, initiated, initial, unconfirmed, concept, pre advice, preadvised, pre advised, voravis, angekuendigt, uebermittelt, label printed, label purchased, manifested, manifest generated, manifest, not yet in system, nouveau, nouvelle, nouveau colis, nuovo, nueva, nuevo, creado, creato, cree, nieuw, aangemeld, aangemaakt, nowy, nowe, nowa, utworzono, utworzona, zarejestrowano, skapad, oprettet, opprettet, vytvoreno, olusturuldu, enregistre, enregistree, registrado, registrato, pris en compte, label generated, pre shipment, on order, baru, dibuat, noua, inregistrata, uj, letrehozva, uusi, luotu, vastaanotettu, novo, kreirano, prijata, nova, новыи, создан, создана, новая, принят, зарегистрирован',
  ],
  [
    'new',
    'scheduled',
    'scheduled, geplant, planned, vorgemerkt, terminiert, scheduling, planifie, planifiee, programmee, programme, programado, programada, programmato, pianificato, gepland, ingepland, planlagt, planerad, zaplanowano, zaplanowane',
  ],
  [
    'open',
    'open',
    'open, offen, pending, waiting, wartet, wartend, queued, processing, in bearbeitung, in process, preparing, in preparation, in vorbereitung, in zubereitung, unattempted, to do, todo, awaiting, bezahlt, paid, authorized, opened, unfulfilled, not started, unplanned, backordered, inprocess, picking, packing, cooking, in kitchen, in production, in kommissionierung, wird vorbereitet, versandvorbereitung, in versandvorbereitung, warten auf, offered, tendered, unscheduled, unpaid, wird kommissioniert, kommissionierung, wird bearbeitet, pendiente, pendente, published, veroeffentlicht, en attente, attente de ramassage, attente, in attesa, en espera, en preparation, en preparacion, in preparazione, in lavorazione, in behandeling, wachtend, oczekuje, oczekujace, beklemede, hazirlaniyor, w przygotowaniu, w realizacji, awaiting dispatch, pending dispatch, to be planned, to be confirmed, manual review, picking in progress, allocated to warehouse, partially fulfilled, menunggu, diproses, in asteptare, in procesare, in curs de procesare, fuggoben levo, fuggoben, feldolgozas alatt, odottaa, kasittelyssa, u pripremi, u obradi, na cekanju, v priprave, spracovava sa, zpracovava se, в обработке, ожидает, ожидание, готовится',
  ],
  [
    'open',
    'ready',
    'ready, bereit, ready to send, ready for pickup, ready for collection, ready to ship, abholbereit, ready for delivery, prepared, packed, gepackt, verpackt, kommissioniert, released, freigegeben, versandbereit, bereitgestellt, ready for dispatch, available for pickup, available for collection, freigabe versand, versandfreigabe, delivery note printed, ready to pickup, ready to be collected, abholfertig, fertig zur abholung, bereit zur abholung, zur abholung bereit, zubereitet, essen fertig, pret, prete, listo, pronto, gereed, gotowe, gotowa do wysylki, gotowe do odbioru, siap, gata, kesz, valmis, spremno, pripraveno, готов, готов к выдаче',
  ],
  [
    'open',
    'findingACourier',
    'searching, unassigned, finding courier, finding driver, nicht zugeteilt, nicht zugewiesen, looking for courier, looking for driver, assigning driver, assigning courier, courier search, performer lookup, unallocated, allocating, looking for rider, looking for runner, finding rider, searching rider, searching driver',
  ],
  [
    'assigned',
    'accepted',
    'accepted, angenommen, confirmed, bestaetigt, acknowledged, accept, acceptee, accepte, confirmee, confirme, aceptado, confirmado, accettato, confermato, geaccepteerd, bevestigd, przyjeto, przyjete, potwierdzono, zaakceptowano, diterima, acceptata, acceptat, confirmata, confirmat, elfogadva, visszaigazolva, hyvaksytty, vahvistettu, prihvaceno, potvrdeno, potvrdena, potvrzeno, подтвержден, подтверждена',
  ],
  [
    'assigned',
    'assigned',
    'assigned, zugeteilt, zugewiesen, disponiert, eingeplant, allocated, driver assigned, courier assigned, assign driver, assign courier, allotted, dispatch, beauftragt, uebergeben an fahrer, verplant, driver found, courier found, rider found, performer found, sent to driver, seen by driver, covered, assignee, assigne, affecte, asignado, assegnato, affidato al corriere, toegewezen, przydzielono, przydzielone, dispatched to driver, scheduled with driver, booked with carrier, planned on route, routed, accepted by courier, accepted by rider, assigned to rider, affectee, reassigned, asg, vergeben, attribuee, attribue, alocata, alocat, hozzarendelve, kiosztva, maaratty, dodijeljeno, prirazeno, priradene, назначен, курьер назначен',
  ],
  [
    'underway',
    'toPickup',
    'pickup, pick up, picking up, en route to pickup, enroute to pickup, heading to pickup, on the way to pickup, courier to pickup, auf dem weg zur abholung, anfahrt, anfahrt abholung, going to pickup, to pickup, pickup started, pickup enroute, out for pickup, out for collection, heading to restaurant, heading to store, heading to merchant, courier heading to pickup',
  ],
  [
    'underway',
    'atPickup',
    'pickup imminent, arrived at pickup, at pickup, arrived pickup, pickup arrived, bei abholung, am abholort, an der ladestelle, arrived at store, arrived at restaurant, waiting at pickup, at store, at restaurant, at merchant, at shipper, arrived at shipper, loading, at loading, at loading site, reached pickup, reached for pickup, reached store, reached restaurant, reached merchant',
  ],
  [
    'underway',
    'pickedUp',
    'pickup scan, origin scan, pickup complete, pickup successful, collection successful, pickup done, collection done, collection complete, collection completed, abholung erfolgreich, abholung abgeschlossen, pickup completed, picked up, pickedup, picked, abgeholt, collected, eingesammelt, geladen, beladen, loaded, accepted by driver, accepted by carrier, handed over to carrier, handed to carrier, handover, uebernommen, uebergeben, collection completed, collection made, package collected, taken by courier, taken from sender, with courier, with driver, adopted, warenausgang, warenausgang gebucht, handed over, abholung erfolgt, ladung aufgenommen, recogido, ramassee, ramasse, enlevee, enleve, collecte effectuee, recogida, recolectado, coletado, ritirato, ritirata, prelevato, opgehaald, upphamtad, afhentet, hentet, vyzvednuto, geladen en vertrokken, odebrano od nadawcy, odebrane od nadawcy, podjeto, handed to courier, handed to driver, handed over to courier, diambil, ridicata, ridicat, preluata, preluat, felveve, atveve, noudettu, preuzeto, vyzdvihnute, забран, получен курьером, prise en charge, pob, col',
  ],
  [
    'underway',
    'underWay',
    'in progress, inprogress, started, start, gestartet, begonnen, unterwegs, delivering, in transit, transit, intransit, on the way, ontheway, en route, enroute, shipped, versendet, versandt, verschickt, ongoing, underway, under way, moving, driving, in delivery, departed, departure, dispatched, destination scan, abgefahren, losgefahren, losgeschickt, set off, arrival scan, in fahrt, on route, on its way, dispatched to customer, sent, partially shipped, in fulfilment, in fulfillment, working, running, laeuft, handled at facility, at depot, arrived at facility, at hub, sorted, sorting, at sorting center, at sorting hub, on trip, on board, on vehicle, on the road, last mile, im paketzentrum, auf dem weg, customs cleared, customs clearance completed, in depot, im depot, at delivery depot, on van, with delivery courier, in transport, im transport, transportiert, auf tour, teilversendet, en camino, en ruta, enviado, onderweg, verzonden, spedito, progress, received at, accepted at, en transit, en cours, en cours d acheminement, en route vers, expedie, expediee, en transito, em transito, in transito, spedita, in viaggio, in verzending, w drodze, w transporcie, w trasie, wyslano, wyslana, wyslane, nadano, nadana, under transport, pa vei, pa vej, pa vag, na ceste, yolda, left origin, in hub, sorting complete, sorting completed, processed at facility, processed through facility, linehaul, import scan, export scan, dalam perjalanan, dikirim, in tranzit, expediata, expediat, szallitas alatt, uton, feladva, matkalla, kuljetuksessa, lahetetty, u prijevozu, na putu, poslano, odoslane, odeslano, в пути, отправлен, отгружен, передан в доставку, on my way, omw, traveling, travelling, in warehouse, begun, resumed, going, onway, being delivered, on site, onsite, gone for delivery',
  ],
  [
    'underway',
    'toDropoff',
    'dropoff, drop off, out for delivery, outfordelivery, in zustellung, zustellung, on vehicle for delivery, vehicle for delivery, en route to dropoff, heading to dropoff, in auslieferung, wird zugestellt, on delivery, dropoff started, en route to dropoff location, auf dem weg zum kunden, auf dem weg zum empfaenger, to dropoff, fahrt zum kunden, im zustellfahrzeug, dropping off, en reparto, in consegna, saiu para entrega, en cours de livraison, mise en distribution, mis en distribution, en distribution, en livraison, en tournee, in distribuzione, em rota de entrega, in bezorging, wordt bezorgd, uit voor levering, w doreczeniu, wydano do doreczenia, przekazano do doreczenia, ute foer leverans, ute for leverans, under levering, pa vej til modtager, na doruceni, dagitimda, dagitima cikti, ofd, heading to customer, heading to recipient, next in queue, next stop, sedang diantar, dalam pengiriman, in curs de livrare, in livrare, kiszallitas alatt, kezbesites alatt, jakelussa, toimituksessa, u dostavi, na isporuci, na dostave, doruca sa, rozvaz, dorucuje se, доставляется, передан курьеру, у курьера',
  ],
  [
    'underway',
    'atDropoff',
    'almost delivering, checked in, technician checked in, arrived, arrival, arrived at dropoff, at dropoff, dropoff arrived, dropoff imminent, angekommen, eingetroffen, ankunft, arrived at customer, arrived at destination, am ziel, beim kunden, at customer, near, nearby, near dropoff, arriving, way point arrived, an der entladestelle, at consignee, at receiver, arrived at consignee, near destination, near recipient, near delivery, approaching, approaching customer, approaching destination, approaching dropoff, close to destination, close to customer, unloading, at unloading, at unloading site, reached destination, at doorstep, near customer, arrive, arrivato, llegado, aangekomen, na miejscu, reached dropoff, at door, at the door, available for collection at locker, ready for collection at shop, ready for pickup by customer, ready for collection by customer, awaiting customer pickup, awaiting collection by customer, available for customer pickup, in locker, stored in locker, delivered to locker, placed in locker, noudettavissa, atveheto, prispela pe punct de ridicare, reached delivery location',
  ],
  [
    'done',
    'delivered',
    'delivered, zugestellt, geliefert, ausgeliefert, abgeliefert, dropped off, dropoff completed, dropoff complete, delivery completed, delivery complete, delivered to recipient, delivered to neighbor, successful, succeeded, success, erfolgreich, entladen, unloaded, abgegeben, handed over to recipient, handed to recipient, handed to customer, uebergeben an empfaenger, an empfaenger uebergeben, collected by customer, collected by recipient, picked up by customer, picked up by recipient, picked up by consumer, customer picked up, consumer picked up, recipient picked up, receiver picked up, picked up from locker, collected from locker, picked up from pickup point, picked up from service point, picked up from parcel shop, customer collected, delivered to pickup point, left at door, left with neighbour, left with neighbor, quittiert, pod, pod available, proof of delivery, pod received, zustellung erfolgt, lieferung erfolgt, abgabe beim nachbarn, entregado, entregue, consegnato, bezorgd, livre, livree, remis, remise, distribue, distribuee, entregada, entregado al cliente, consegnata, afgeleverd, geleverd, bezorgd bij, doreczono, doreczona, doreczone, dostarczono, dostarczona, dostarczone, levererad, leveret, levert, utlevererad, utlevert, udleveret, doruceno, dorucena, teslim edildi, signed, signed for, signed by, received by customer, received by recipient, received by consignee, collected from shop, collected from store by customer, picked up by receiver, left at front door, left at door step, left in porch, terkirim, sudah diterima, tersampaikan, livrata, livrat, kezbesitve, kiszallitva, toimitettu, luovutettu, isporuceno, dostavljeno, dorucene, dorucena zasilka, доставлен, доставлена, вручен, вручено, del, left in mailbox, left in safe place, deliverd',
  ],
  [
    'done',
    'done',
    'completed, complete, checked out, technician checked out, finished, finish, done, closed, solved, resolved, erledigt, abgeschlossen, fertig, beendet, ended, end job, end trip, job ended, trip ended, concluded, fulfilled, fulfillment complete, archived, archiviert, completed partial, partially completed, teilweise zugestellt, settled, teilgeliefert, termine, terminee, cloture, cloturee, acheve, completado, finalizado, terminado, concluido, completato, completata, concluso, afgerond, voltooid, zakonczono, zakonczone, zrealizowano, zrealizowane, slutford, afsluttet, fullfort, dokonceno, tamamlandi, partial delivery, partial delivered, selesai, finalizata, finalizat, teljesitve, lezarva, befejezve, valmistunut, suoritettu, zavrseno, dokoncene, dokoncena, выполнен, завершен, завершена',
  ],
  [
    'done',
    'invoiced',
    'abgerechnet, invoiced, billed, berechnet, fakturiert, in rechnung gestellt, invoice sent, ready to invoice, facturee, facturado, fatturato, gefactureerd, zafakturowano, invoice paid',
  ],
  [
    'canceled',
    'cancelled',
    'canceled, cancelled, cancel, canceling, cancelling, cancellation, storniert, storno, abgebrochen, aborted, deleted, geloescht, void, voided, annulliert, zurueckgezogen, withdrawn, abort, removed, terminated, cancelado, annullato, geannuleerd, annule, annulee, cancelada, anulado, anulada, annullata, cancellato, geannuleerd door, anulowano, anulowane, anulowana, avbruten, annullerad, annulleret, kansellert, zruseno, iptal edildi, iptal, cancelled no driver, abandoned, lapsed, dibatalkan, batal, anulata, anulat, torolve, lemondva, sztornozva, peruttu, peruutettu, otkazano, zrusene, zrusena, отменен, отменена, can, cancled',
  ],
  [
    'canceled',
    'returned',
    'returned, return, zurueckgegeben, retoure, retourniert, return to sender, returned to sender, returned to store, zurueck an absender, zurueckgesendet, ruecksendung, return in transit, return delivered, return to origin, rto, rto delivered, retournee, retourne, retour, devuelto, devuelta, devolucion, devolvido, reso, restituito, geretourneerd, retour afzender, zwrot, zwrocono, zwrocona, rts, return completed, return complete, dikembalikan, returnata, returnat, visszakuldve, visszaru, palautettu, vraceno, vratene, vraceno odesilateli, возврат, возвращен',
  ],
  [
    'canceled',
    'declined',
    'rejected, declined, abgelehnt, denied, dismissed, discarded, unfulfillable',
  ],
  ['canceled', 'expired', 'expired, abgelaufen, verfallen, timed out, timeout'],
  ['canceled', 'refunded', 'refunded, erstattet, refund, partially refunded'],
  ['canceled', 'noShow', 'no show, noshow, nicht erschienen'],
  [
    'problem',
    'problem',
    'problem, issue, exception, ausnahme, stoerung, disrupted, alert, incident, irregularity, undefined, action required, action needed, needs attention, needs review, oversized, hindernis, verzogen, empfaenger verzogen, no drivers available, no driver available, no courier available, driver not found, courier not found, performer not found, misrouted, disputed, incomplete, skipped, bounced, incidencia, anomalie, litige, anomalia, giacenza, in giacenza, probleem, reklamacja, no driver found, no rider available, no rider found, no courier found, no drivers found, no couriers available, unable to collect, not picked up, not collected, could not collect, ndr, store closed, shop closed, restaurant closed, masalah, problema, accident, breakdown, panne, requires action, returning, return in progress, rto initiated, return started, return initiated, problem sa dorucenim',
  ],
  [
    'problem',
    'failed',
    'failed, fail, failure, fehlgeschlagen, error, fehler, fehlerhaft, failed attempt, attempt fail, attempt failed, failed delivery, delivery failed, delivery attempt failed, delivery failure, unsuccessful, erfolglos, gescheitert, attempted, attempt, delivery attempt, attempted delivery, zustellversuch, not successful, pickup failed, abholung fehlgeschlagen, failed pickup, missed, missed delivery, delivery missed, returned to depot, return to hub, returned to hub, echec, echouee, echoue, intento fallido, fallido, fallida, tentativo fallito, fallito, mislukt, poging mislukt, nieudane, nieudana, nieudana proba doreczenia, awizo, awizowano, could not deliver, unable to deliver, gagal, esuata, sikertelen, sikertelen kezbesites, epaonnistui, neuspjesno, neuspesne, neuspesna, не удалось доставить, не доставлен',
  ],
  [
    'problem',
    'notDelivered',
    'not delivered, notdelivered, undelivered, nicht zugestellt, nicht geliefert, unzustellbar, undeliverable, nicht zustellbar, cannot deliver, could not be delivered, konnte nicht zugestellt werden, delivery not possible, zustellung nicht moeglich, non delivery, not home, non livre, non livree, no entregado, nao entregue, mancata consegna, non consegnato, non consegnata, niet bezorgd, niet afgeleverd, niet geleverd, nie doreczono, niedoreczono, niedoreczona',
  ],
  [
    'problem',
    'nobodyThere',
    'nicht angetroffen, empfaenger nicht angetroffen, recipient not available, addressee not available, not available, recipient absent, nobody home, customer absent, customer not available, kunde nicht da, nicht erreichbar, customer unreachable, unreachable, absent, no answer, not at home, customer carded, carded, destinataire absent, absente, ausente, destinatario ausente, assente, destinatario assente, niet thuis, afwezig, nieobecny, adresat nieobecny, injoignable, recipient unavailable, consignee unavailable, customer unavailable, receiver unavailable, addressee unavailable, no one home, no one at home, nobody at home',
  ],
  [
    'problem',
    'refused',
    'annahme verweigert, verweigert, refused, refused by recipient, delivery refused, rejected by recipient, rejected by customer, rejected by receiver, annahmeverweigerung, shipment refused, refusee, refuse, rechazado, rechazada, rehusado, recusado, rifiutato, rifiutata, geweigerd, odmowa, odmowa przyjecia, rejected by consignee, refused by consignee, refuzata, refuzat, atvetel megtagadva, отказ, отказ получателя',
  ],
  [
    'problem',
    'onHold',
    'on hold, onhold, hold, held, angehalten, gestoppt, stopped, pausiert, zurueckgestellt, suspended, blocked, gesperrt, customs, held by customs, held at depot, held at facility, suspendue, suspendu, retenido, detenido, sospeso, bloccato, in de wacht, aangehouden, wstrzymano, wstrzymane',
  ],
  [
    'problem',
    'beingClarified',
    'in klaerung, klaerung, klaerfall, investigation, under investigation, nachforschung, rueckfrage',
  ],
  [
    'problem',
    'delayed',
    'delayed, verspaetet, delay, verzoegert, verzoegerung, late, running late, verspaetung, overdue, ueberfaellig, postponed, rescheduled, verschoben, retardee, retarde, en retard, reporte, reportee, retrasado, aplazado, in ritardo, ritardo, vertraagd, vertraging, opozniono, opoznione, opoznienie, intarziata, kesik, myohassa, kasni, zpozdeno, задержан, задерживается',
  ],
  [
    'problem',
    'damaged',
    'damaged, beschaedigt, lost, verloren, missing, fehlt, wrong address, adresse falsch, falsche adresse, address unknown, incorrect address, bad address, address incomplete, adresse unvollstaendig, unbekannt verzogen, empfaenger unbekannt, destroyed, invalid address, endommage, endommagee, perdu, perdue, perdido, danado, danneggiato, smarrito, beschadigd, verloren gegaan, uszkodzono, uszkodzona, zaginiona, damaged in transit, lost in transit, lost in network, missing parcel, rusak, hilang, pierduta, deteriorata, serult, elveszett, vaurioitunut, kadonnut',
  ],
  ['free', 'free', 'frei, free, available, verfuegbar, idle, on duty, im dienst'],
  ['free', 'active', 'active, aktiv, online, ok'],
  ['busy', 'busy', 'busy, beschaeftigt, besetzt, on job, im einsatz, on task, occupied'],
  ['break', 'break', 'pause, break, paused, in pause, on break'],
  [
    'off',
    'offDuty',
    'offline, inactive, inaktiv, off duty, feierabend, nicht im dienst, off, abgemeldet, unavailable, away',
  ],
] as const satisfies readonly Row[];

export type StatusName = (typeof STATUS_TABLE)[number][1];
