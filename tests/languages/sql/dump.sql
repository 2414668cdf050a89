DROP TABLE IF EXISTS `orders`;
/*!40101 SET character_set_client = utf8 */;
CREATE TABLE `orders` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `name` varchar(255) DEFAULT 'it\'s; (new)' COMMENT 'x',
  PRIMARY KEY (`id`),
  KEY `by_name` (`name`)
) ENGINE=InnoDB;
INSERT INTO `orders` VALUES (1,'a;'),(2,'b');
DELIMITER $$
CREATE DEFINER=`root`@`localhost` PROCEDURE `total`(IN wanted INT, OUT found INT)
BEGIN
  DECLARE done INT DEFAULT FALSE;
  SELECT SUM(price) INTO found FROM orders WHERE id = wanted;
  CALL audit(found);
END$$
DELIMITER ;
SOURCE more.sql
